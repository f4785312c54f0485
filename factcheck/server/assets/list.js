// The list of stories: only the rows that can be seen are in the document.
import { duration, el, plural, say, show } from "./common.js";

const ROW = 56; // height of a row in pixels, as in desk.css
const AROUND = 8; // rows kept above and below the window

export const choice = { search: "", sort: "given", filter: "all", here: null };

const orders = {
  given: () => 0,
  marks: (a, b) => b.marks - a.marks,
  open: (a, b) => b.open - a.open,
  doubt: (a, b) => b.doubt - a.doubt,
};
const filters = {
  all: () => true,
  todo: (row) => !row.done,
  begun: (row) => row.started && !row.done,
  done: (row) => row.done,
  noted: (row) => row.note,
};

/** Return the stories that the list shows, in its order. */
export function chosen(stories) {
  const words = choice.search.toLowerCase().split(/\s+/).filter(Boolean);
  const hit = (row) => {
    const text = `${row.id} ${row.title} ${row.system || ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return stories.filter((row) => filters[choice.filter](row) && hit(row)).sort(orders[choice.sort]);
}

function meter(parts) {
  const node = el("span", { class: "meter", "aria-hidden": "true" });
  const total = parts.reduce((sum, [, number]) => sum + number, 0) || 1;
  for (const [name, number] of parts) {
    const part = el("i", { class: name });
    part.style.width = `${(100 * number) / total}%`;
    node.append(part);
  }
  return node;
}

const said = (row) => (row.done ? "done" : row.started ? "begun" : "not begun");

function line(row) {
  const decided = row.marks - row.open;
  return el("a", { class: "row", href: `#/story/${encodeURIComponent(row.id)}` },
    el("span", { class: `status ${row.done ? "done" : row.started ? "begun" : ""}`, role: "img", "aria-label": said(row) }),
    el("span", { class: "id" }, row.id),
    el("span", { class: "title" }, row.title || "–"),
    el("span", { class: "system" }, row.system || ""),
    el("span", { class: "counts" },
      row.marks ? `${decided} of ${plural(row.marks, "mark")}` : "no marks",
      meter([["kept", row.kept], ["out", decided - row.kept], ["", row.open]])),
    el("span", { class: "time" }, row.seconds ? duration(row.seconds) : ""));
}

function progress(stories) {
  const done = stories.filter((row) => row.done);
  const seconds = stories.reduce((sum, row) => sum + row.seconds, 0);
  const each = done.length ? done.reduce((sum, row) => sum + row.seconds, 0) / done.length : 0;
  const begun = stories.filter((row) => row.started && !row.done).length;
  return el("div", { class: "progress" },
    el("p", {}, `${done.length} of ${plural(stories.length, "story")} done`,
      seconds ? `, ${duration(seconds)}` : "", each ? `, ${duration(each)} a story` : ""),
    meter([["done", done.length], ["begun", begun], ["", stories.length - done.length - begun]]));
}

export class List {
  constructor(stories) {
    this.stories = stories;
    this.rows = el("ol", { class: "rows", "aria-label": "Stories" });
    this.count = el("output", { "aria-live": "polite" });
    this.progress = el("div");
    this.build();
    this.onscroll = () => this.draw();
    addEventListener("scroll", this.onscroll, { passive: true });
    addEventListener("resize", this.onscroll);
    this.update();
    if (choice.here) this.reveal();
  }

  close() {
    removeEventListener("scroll", this.onscroll);
    removeEventListener("resize", this.onscroll);
  }

  build() {
    const pick = (name, options, label) =>
      el("label", {}, label, el("select", { name, onchange: (event) => this.choose(name, event.target.value) },
        Object.entries(options).map(([value, text]) =>
          el("option", { value, selected: choice[name] === value }, text))));
    this.search = el("input", { type: "search", "aria-label": "Search stories", placeholder: "Search: id, team, system",
      value: choice.search, oninput: (event) => this.choose("search", event.target.value) });
    show(
      el("div", { class: "head" }, el("h1", {}, "Stories"), this.progress),
      el("form", { class: "filters", role: "search", onsubmit: (event) => event.preventDefault() },
        this.search,
        pick("filter", { all: "all", todo: "to do", begun: "begun", done: "done", noted: "with a note" }, "Show"),
        pick("sort", { given: "as given", marks: "most marks", open: "most undecided", doubt: "most doubtful" }, "Sort"),
        this.count),
      this.rows);
  }

  choose(name, value) {
    choice[name] = value;
    scrollTo(0, 0);
    this.update();
  }

  update(stories = this.stories) {
    this.stories = stories;
    this.shown = chosen(stories);
    this.progress.replaceChildren(progress(stories));
    this.count.value = this.shown.length === stories.length ? "" : `${this.shown.length} shown`;
    this.rows.style.height = `${Math.max(1, this.shown.length) * ROW}px`;
    this.drawn = null;
    this.draw();
  }

  draw() {
    const top = this.rows.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / ROW) - AROUND);
    const last = Math.min(this.shown.length, Math.ceil((innerHeight - top) / ROW) + AROUND);
    if (this.drawn && this.drawn[0] === first && this.drawn[1] === last) return;
    this.drawn = [first, last];
    if (!this.shown.length) {
      this.rows.replaceChildren(el("li", {}, el("p", { class: "empty" }, "No story is like that.")));
      return;
    }
    const focused = document.activeElement && document.activeElement.matches(".row") ? choice.here : null;
    this.rows.replaceChildren(...this.shown.slice(first, last).map((row, place) => {
      const link = line(row);
      if (row.id === choice.here) link.classList.add("here");
      link.addEventListener("focus", () => this.stand(row.id));
      const item = el("li", { "aria-setsize": this.shown.length, "aria-posinset": first + place + 1 }, link);
      item.style.top = `${(first + place) * ROW}px`;
      if (row.id === focused) queueMicrotask(() => link.focus({ preventScroll: true }));
      return item;
    }));
  }

  stand(id) {
    choice.here = id;
    for (const link of this.rows.querySelectorAll(".row"))
      link.classList.toggle("here", link.getAttribute("href") === `#/story/${encodeURIComponent(id)}`);
  }

  reveal() {
    const place = this.shown.findIndex((row) => row.id === choice.here);
    if (place < 0) return;
    const top = this.rows.getBoundingClientRect().top + scrollY + place * ROW;
    if (top < scrollY + 120 || top > scrollY + innerHeight - 2 * ROW)
      scrollTo({ top: Math.max(0, top - innerHeight / 2), behavior: "instant" });
    this.draw();
    const link = this.rows.querySelector(`.row[href="#/story/${CSS.escape(encodeURIComponent(choice.here))}"]`)
      || this.rows.querySelector(".row.here");
    if (link) link.focus({ preventScroll: true });
  }

  move(step) {
    const place = this.shown.findIndex((row) => row.id === choice.here);
    const next = place < 0 ? 0 : Math.min(this.shown.length - 1, Math.max(0, place + step));
    if (!this.shown[next]) return;
    choice.here = this.shown[next].id;
    this.drawn = null;
    this.draw();
    this.reveal();
  }

  key(event) {
    if (event.key === "j" || event.key === "ArrowDown") this.move(1);
    else if (event.key === "k" || event.key === "ArrowUp") this.move(-1);
    else if (event.key === "/") { this.search.focus(); say("Search"); }
    else return false;
    return true;
  }
}
