// Checking a pasted text, results of all annotators, and one story side by side.
import { categories, classOf, duration, el, get, labels, plural, post, say, show, table, trouble } from "./common.js";
import { StoryView } from "./story.js";

const share = (number, total) => (total ? (number / total).toFixed(2) : "–");
const label = (category) => labels[category] || category;

/** The page on which a text can be pasted. */
export class CheckPage {
  constructor() {
    this.story = null;
    const text = el("textarea", { name: "text", required: true, "aria-label": "Text", placeholder: "Paste a text about one game." });
    const game = el("input", { name: "game", list: "games", autocomplete: "off", spellcheck: "false", placeholder: "found from the text" });
    this.games = el("datalist", { id: "games" });
    game.addEventListener("input", () => this.look(game.value));
    this.wrong = el("p", { class: "wrong-input", role: "alert" });
    this.form = el("form", { class: "paste", onsubmit: (event) => { event.preventDefault(); this.check(text.value, game.value.trim()); } },
      text,
      el("div", { class: "line" }, el("label", {}, "Game", game), this.games, el("button", { type: "submit", class: "primary" }, "Check")),
      this.wrong);
    this.open();
  }

  open() {
    show(el("div", { class: "head" }, el("h1", {}, "Check a text"), el("p", {}, "Nothing of it is kept.")), this.form);
    this.form.elements.text.focus();
  }

  async look(words) {
    const date = /^\d{4}(-\d\d(-\d\d)?)?$/.test(words) ? words : null;
    const team = !date && /^[A-Za-z .]{3,}$/.test(words) ? words : null;
    if (!date && !team) return;
    const found = await get("/games", { team, date, limit: 30 }).catch(() => ({ games: [] }));
    this.games.replaceChildren(...found.games.map((each) =>
      el("option", { value: each.game_id }, `${each.visitors} at ${each.hosts}`)));
  }

  async check(text, game) {
    this.wrong.textContent = "";
    try {
      const story = await post("/desk/check", { text, game: game || null });
      if (story.error) { this.wrong.textContent = `${story.error}.`; return; }
      this.close();
      this.story = new StoryView(story, { annotator: null, next: () => {}, changed: () => {} });
      this.story.tools.append(el("button", { type: "button", onclick: () => { this.close(); this.open(); } }, "Another text"));
      say(`${plural(story.review.marks.length, "mistake")} found.`);
    } catch (error) {
      this.wrong.textContent = `${error.message}.`;
    }
  }

  close() {
    if (this.story) this.story.close();
    this.story = null;
  }

  key(event) {
    if (!this.story) return false;
    if (event.key === "Escape") { this.close(); this.open(); return true; }
    return this.story.key(event);
  }
}

function downloads(session, annotator) {
  const whose = el("select", {}, session.blind ? null : el("option", { value: "" }, "the majority of all"),
    annotator ? el("option", { value: annotator }, annotator) : null,
    session.blind ? null : session.annotators.filter((name) => name !== annotator).map((name) => el("option", { value: name }, name)));
  const format = el("select", {}, Object.entries(session.formats).map(([name, about]) =>
    el("option", { value: name, selected: name === "csv", title: about }, name)));
  const save = async () => {
    const query = new URLSearchParams({ to: format.value });
    if (whose.value) query.set("annotator", whose.value);
    const answer = await fetch(`/desk/export?${query}`);
    if (!answer.ok) { trouble((await answer.json()).error); return; }
    trouble(null);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))[1];
    const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return el("section", {}, el("h2", {}, "Take it along"),
    el("p", { class: "muted" }, "Stories that are done, in the formats of annotation tools; csv is the gold standard's list, for evaluate, agreement and review-stats."),
    el("div", { class: "downloads" }, el("label", {}, "Whose marks", whose), el("label", {}, "Format", format),
      el("button", { type: "button", class: "primary", onclick: save }, "Download")));
}

/** Progress, time, agreement, what became of the marks. */
export async function resultsPage(session, annotator, stories, still) {
  if (!still()) return;
  const head = el("div", { class: "head" }, el("h1", {}, "Results"));
  if (session.blind) {
    show(head, el("div", { class: "sheets" }, el("p", {}, "Annotators are blind to each other here."), downloads(session, annotator)));
    return;
  }
  const found = await get("/desk/results");
  if (!still()) return;
  const sections = [];
  if (found.marks) sections.push(figures(found));
  sections.push(el("section", {}, el("h2", {}, "Annotators"),
    found.annotators.length
      ? table("Annotators", ["Name", "Stories done", "Begun", "Mistakes kept", "Time", "Median a story"], found.annotators.map((each) =>
        [each.name, each.done, each.started, each.kept, duration(each.seconds), each.median_seconds === null ? "–" : duration(each.median_seconds)]), { hidden: true })
      : el("p", { class: "muted" }, "Nobody has begun.")));
  if (found.agreement) sections.push(agreement(found));
  if (found.marks && found.marks.rules.length) sections.push(el("section", {}, el("h2", {}, "Rules that annotators corrected"),
    table("Rules", ["Rule", "Marks", "Kept", "Changed", "Removed"], found.marks.rules.map((each) =>
      [each.rule || "by hand", each.marked, each.kept, each.changed, each.removed]), { hidden: true })));
  if (found.annotators.length > 1) sections.push(sideBySide(stories));
  sections.push(downloads(session, annotator));
  if ((found.signatures || []).length) sections.push(el("section", {}, el("h2", {}, "Checked with"),
    ...found.signatures.map((each) => el("p", { class: "muted" }, el("code", {}, each)))));
  show(head, el("div", { class: "sheets" }, sections));
}

function figures(found) {
  const { score, marks } = found;
  const of = (name) => share(score.ALL[name].correct, score.ALL[name].of_total);
  const row = (name, value) => el("div", {}, el("dt", {}, name), el("dd", {}, value));
  return el("section", {}, el("dl", { class: "figures" },
    row("stories done by all", String(found.common)), row("mistakes in the gold list", String(found.gold)),
    row("of factcheck's marks kept", share(marks.total.kept, marks.total.marked)),
    row("factcheck's recall", of("recall")), row("its precision", of("precision"))));
}

function agreement(found) {
  const { agreement: all } = found;
  if (all.error) return el("section", {}, el("h2", {}, "Agreement"), el("p", { class: "muted" }, all.error));
  const number = (kappa) => (kappa.value === null ? "–" : kappa.value.toFixed(2));
  const rows = all.cohen_kappa.map((each) => [each.annotators.join(" and "), number(each), each.items]);
  if (all.annotators.length > 2) rows.unshift(["all (Fleiss)", number(all.fleiss_kappa), all.fleiss_kappa.items]);
  return el("section", {}, el("h2", {}, "Agreement"),
    el("p", { class: "muted" }, `${all.errors} errors by majority of ${plural(all.items, "place")} that anybody marked, in stories that all have done.`),
    table("Agreement on the category", ["Annotators", "kappa", "places"], rows, { hidden: true }));
}

function sideBySide(stories) {
  return el("section", {}, el("h2", {}, "Side by side"), el("div", { class: "downloads" },
    el("label", {}, "Story", el("select", { onchange: (event) => { location.hash = `#/compare/${encodeURIComponent(event.target.value)}`; } },
      el("option", { value: "" }, "choose one"), stories.map((row) => el("option", { value: row.id }, `${row.id} ${row.title}`))))));
}

/** Return a text with the words that anybody marked; how many did stands behind them. */
function marked(found) {
  const letters = Array.from(found.text);
  const nodes = [];
  let position = 0;
  for (const item of [...found.items].sort((a, b) => a.start - b.start)) {
    if (item.start < position) continue; // marks of two places that share words: the first shows
    const votes = Object.values(item.marks).filter(Boolean);
    const category = categories.includes(item.majority) ? item.majority : votes[0].category;
    nodes.push(letters.slice(position, item.start).join(""),
      el("mark", { class: `mark ${classOf(category)}${item.majority ? "" : " rejected"}`, "data-number": `${votes.length}/${found.annotators.length}` },
        letters.slice(item.start, item.end).join("")));
    position = item.end;
  }
  return [...nodes, letters.slice(position).join("")];
}

/** One story, a column an annotator. */
export async function comparePage(story, title, still) {
  const found = await get("/desk/compare", { story });
  if (!still()) return;
  const names = found.annotators.map((each) => each.name);
  const cell = (mark) => (mark
    ? el("span", {}, label(mark.category), mark.correction ? ` → ${mark.correction}` : "", mark.comment ? el("div", { class: "muted" }, mark.comment) : "")
    : el("span", { class: "none" }, "not marked"));
  const verdict = (item) => el("span", { class: item.majority === "split" ? "apart" : item.majority ? "agreed" : "none" },
    item.majority ? label(item.majority) : "no error");
  show(
    el("div", { class: "story-head" },
      el("div", {}, el("p", { class: "kicker" }, el("b", {}, found.id), el("span", {}, "side by side")), el("h1", {}, title || found.id)),
      el("a", { class: "button", href: `#/story/${encodeURIComponent(found.id)}` }, "To the story")),
    el("div", { class: "sheets" },
      el("p", { class: "text" }, marked(found)),
      found.items.length
        ? table("Marks side by side", ["Words", ...names, "Majority"], found.items.map((item) =>
          [item.text, ...names.map((name) => cell(item.marks[name])), verdict(item)]), { class: "sides", hidden: true })
        : el("p", { class: "muted" }, names.length ? "Nobody has kept a mark." : "Nobody has begun.")));
}
