// One story: its text with marks, the mark at hand, the box score; every decision is sent
// at once, and shown when the server has it on disk.
import { Refused, categories, classOf, duration, el, get, key, labels, plural, post, say, show, table, trouble } from "./common.js";
import { Typed } from "./typed.js";
import { Words } from "./words.js";

const IDLE = 60_000; // after this long without a key or a pointer nobody is working
const BEAT = 15; // seconds of work after which they are sent by themselves
const AGAIN = 2_000; // before a decision is sent once more to a server that does not answer

const narrow = matchMedia("(max-width: 61.99rem)"); // as in desk.css: the card lies over the text
const states = { open: "undecided", accepted: "accepted", rejected: "rejected" };

export class StoryView {
  /**
   * story: as /desk/story or /desk/check answers; desk: annotator, next(step, todo), title,
   * changed(row); without an annotator nothing can be decided.
   */
  constructor(story, desk) {
    this.story = story;
    this.desk = desk;
    this.review = story.review;
    this.letters = Array.from(story.text);
    this.current = null;
    this.draft = null;
    this.typed = null;
    this.seconds = 0;
    this.active = Date.now();
    this.sending = Promise.resolve();
    this.deciding = Promise.resolve();
    this.words = new Words(this);
    this.build();
    this.draw();
    const first = this.marks().find((mark) => mark.state === "open") || this.marks()[0];
    if (first) this.go(first.id, { scroll: narrow.matches });
    if (desk.annotator) this.clock = setInterval(() => this.tick(), 1000);
    this.awake = () => { this.active = Date.now(); };
    for (const name of ["keydown", "pointermove", "pointerdown", "wheel", "touchstart"])
      addEventListener(name, this.awake, { passive: true });
    this.leave = () => { if (document.hidden) this.sendTime({ keepalive: true }); };
    document.addEventListener("visibilitychange", this.leave);
    this.warn = (event) => { if (this.typed && this.typed.unsent) event.preventDefault(); };
    addEventListener("beforeunload", this.warn);
  }

  close() {
    this.flush();
    removeEventListener("beforeunload", this.warn);
    clearInterval(this.clock);
    for (const name of ["keydown", "pointermove", "pointerdown", "wheel", "touchstart"])
      removeEventListener(name, this.awake);
    document.removeEventListener("visibilitychange", this.leave);
    this.words.close();
    this.sendTime({ keepalive: true });
  }

  // --- what there is -------------------------------------------------------------------

  slice(start, end) { return this.letters.slice(start, end).join(""); }
  marks() { return [...this.review.marks].sort((a, b) => a.start - b.start || a.id.localeCompare(b.id)); }
  mark(id = this.current) { return this.review.marks.find((mark) => mark.id === id) || null; }
  about(mark) { return this.story.marks[mark.id] || { evidence: null, cells: [], read_as: [], rule: "" }; }

  // --- the frame -----------------------------------------------------------------------

  build() {
    const { story, desk } = this;
    const box = story.box;
    this.text = el("div", { class: "text", role: "group", "aria-label": "Story" });
    this.panel = el("section", { class: "panel", "aria-label": "Mark at hand" });
    this.box = el("section", { class: "box", "aria-label": "Box score" });
    this.tools = el("div", { class: "story-tools" });
    this.note = desk.annotator ? this.storyNote() : null;
    const heading = box ? box.title : story.game || story.id;
    show(
      el("div", { class: "story-head" },
        el("div", {},
          el("p", { class: "kicker" }, el("b", {}, story.id), story.system ? el("span", {}, story.system) : null,
            box ? el("span", {}, box.subtitle) : null),
          el("h1", {}, heading)),
        this.tools),
      el("div", { class: "columns" },
        el("div", { class: "reading" }, this.text,
          el("div", { class: "below" }, this.switch("fixes", "Corrections in the text", true),
            this.switch("claimed", "What was read", false), this.tally = el("span")),
          this.note,
          story.signature ? el("p", { class: "signature" }, "Checked with ", el("code", {}, story.signature)) : null),
        el("div", { class: "side" }, this.panel, this.box)));
    if (box) this.box.append(el("h2", { class: "unseen" }, "Box score"), ...box.tables.map((each, place) => this.table(each, place)));
    this.text.addEventListener("click", (event) => this.click(event));
    this.text.addEventListener("keydown", (event) => {
      if (event.target.matches(".mark") && (event.key === "Enter" || event.key === " ")) {
        this.go(event.target.dataset.id);
        event.preventDefault();
      }
    });
    this.text.addEventListener("focusin", (event) => {
      if (event.target.matches(".mark") && event.target.dataset.id !== this.current) this.go(event.target.dataset.id);
    });
  }

  switch(name, text, standard) {
    const on = localStorage.getItem(name) === null ? standard : localStorage.getItem(name) === "on";
    document.body.classList.toggle(name, on);
    return el("label", { class: "switch" }, el("input", { type: "checkbox", checked: on, onchange: (event) => {
      localStorage.setItem(name, event.target.checked ? "on" : "off");
      document.body.classList.toggle(name, event.target.checked);
    } }), text);
  }

  table(shown, place) {
    const cells = (row, y) => row.map((cell, x) =>
      el(x ? "td" : "th", { scope: x ? null : "row", "data-at": `${place},${y},${x}` }, cell));
    return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": shown.title },
      el("table", {}, el("caption", {}, shown.title),
        el("thead", {}, el("tr", {}, shown.columns.map((name) => el("th", { scope: "col" }, name)))),
        el("tbody", {}, shown.rows.map((row, y) =>
          el("tr", { class: shown.starters && y === shown.starters ? "bench" : null }, cells(row, y))))));
  }

  storyNote() {
    this.noteInput = el("textarea", { rows: "2", maxlength: "4000", onchange: (event) =>
      this.act({ action: "note", text: event.target.value }) });
    return el("details", { class: "story-note" }, el("summary", { class: "muted" }, "Note on the story"),
      el("label", { class: "field" }, el("span", { class: "unseen" }, "Note on the story"), this.noteInput));
  }

  // --- drawing -------------------------------------------------------------------------

  draw() {
    this.drawText();
    this.drawPanel();
    this.drawTools();
    this.prove();
  }

  drawText() {
    const at = new Map(); // token → mark that covers it; of two, the one that is not rejected
    for (const mark of this.marks())
      this.story.tokens.forEach(([start, end], token) => {
        if (start < mark.end && mark.start < end && (!at.has(token) || mark.state !== "rejected")) at.set(token, mark);
      });
    const numbers = new Map(this.marks().map((mark, place) => [mark.id, place + 1]));
    const nodes = [];
    let position = 0;
    let open = null; // the mark that is being filled
    this.story.tokens.forEach(([start, end], token) => {
      const mark = at.get(token) || null;
      if (open && open.mark !== mark) { nodes.push(open.node, open.fix); open = null; }
      const gap = this.slice(position, start);
      if (gap) (open ? open.node : { append: (text) => nodes.push(text) }).append(gap);
      const word = el("span", { class: this.words.classOf(token), "data-token": token }, this.slice(start, end));
      if (mark && !open) open = this.markNode(mark, numbers.get(mark.id));
      if (open) open.node.append(word); else nodes.push(word);
      position = end;
    });
    if (open) nodes.push(open.node, open.fix);
    this.text.replaceChildren(...nodes.filter(Boolean), this.slice(position));
  }

  markNode(mark, number) {
    const right = mark.correction && mark.state !== "rejected" ? mark.correction : null;
    const said = `${labels[mark.category]}: ${this.slice(mark.start, mark.end)}${right ? `, should be ${right}` : ""}, ${states[mark.state]}`;
    const node = el("span", {
      class: `mark ${classOf(mark.category)} ${mark.state}${mark.id === this.current ? " current" : ""}`,
      role: "button", tabindex: "0", "data-id": mark.id, "data-number": number, "aria-label": said,
      "aria-pressed": mark.id === this.current ? "true" : "false",
    });
    const fix = right ? el("span", { class: `fix ${classOf(mark.category)}`, "aria-hidden": "true" }, right) : null;
    return { mark, node, fix };
  }

  drawTools() {
    const { review, desk } = this;
    if (!desk.annotator) return;
    const button = (text, letter, action, options = {}) =>
      el("button", { type: "button", onclick: action, ...options }, text, key(letter));
    this.tools.replaceChildren(
      button("Undo", "u", () => this.act({ action: "undo" }), { disabled: !review.can_undo }),
      button("Redo", "r", () => this.act({ action: "redo" }), { disabled: !review.can_redo }),
      button("Mark words", "m", () => this.words.begin()),
      review.done
        ? el("button", { type: "button", onclick: () => this.act({ action: "reopen" }) }, "Done ✓ · open again")
        : el("button", { type: "button", class: "primary", onclick: () => this.done() }, "Done", key("d")));
    const marks = this.marks();
    const open = marks.filter((mark) => mark.state === "open").length;
    const kept = marks.filter((mark) => mark.state === "accepted").length;
    this.tally.textContent = `${plural(marks.length, "mark")}: ${kept} kept, ${open} undecided · ${duration(review.seconds)}`;
    if (this.noteInput && document.activeElement !== this.noteInput) this.noteInput.value = review.note;
    if (review.note) this.note.open = true;
  }

  drawPanel() {
    const mark = this.mark();
    const before = this.typed && this.typed.remember();
    this.typed = null;
    if (this.draft) this.panel.replaceChildren(this.words.card());
    else if (mark) this.panel.replaceChildren(this.card(mark));
    else this.panel.replaceChildren(el("div", { class: "card" }, el("p", { class: "muted" },
      this.review.marks.length ? "Choose a mark." : "Nothing was found to be wrong here.",
      this.desk.annotator ? " Select words in the text to mark them." : "")));
    if (this.typed) this.typed.follow(before);
  }

  card(mark) {
    const about = this.about(mark);
    const marks = this.marks();
    const place = marks.findIndex((each) => each.id === mark.id);
    const decided = this.desk.annotator;
    return el("div", { class: `card ${classOf(mark.category)}` },
      el("div", { class: "card-head" },
        el("button", { type: "button", class: "quiet", "aria-label": "Previous mark", onclick: () => this.step(-1) }, "‹"),
        el("span", {}, `${place + 1} of ${marks.length}`),
        el("button", { type: "button", class: "quiet", "aria-label": "Next mark", onclick: () => this.step(1) }, "›"),
        el("span", { class: `state ${mark.state}` }, decided ? states[mark.state] : labels[mark.category])),
      el("p", { class: "said" }, this.slice(mark.start, mark.end),
        mark.correction ? [el("span", { class: "arrow", "aria-hidden": "true" }, "→"), el("span", { class: "right" }, mark.correction)] : null),
      about.explanation ? el("p", { class: "why" }, about.explanation) : null,
      decided ? this.verdicts(mark) : null,
      this.more = el("details", { class: "more", open: !narrow.matches },
        el("summary", {}, decided ? "Change it, and why" : "Why"),
        this.facts(mark, about),
        decided ? this.changes(mark) : null,
        about.evidence ? el("details", { class: "evidence" }, el("summary", { class: "muted" }, "Evidence"),
          table("Evidence", about.evidence.columns, about.evidence.rows, { hidden: true })) : null));
  }

  facts(mark, about) {
    const rows = [];
    if (about.read_as.length) rows.push(["read as", about.read_as.join("; ")]);
    if ((about.could_mean || []).length) rows.push(["could mean", about.could_mean.join("; ")]);
    if (typeof about.confidence === "number") {
      const bar = el("i");
      bar.style.width = `${Math.round(100 * about.confidence)}%`;
      rows.push(["sure", [el("span", { class: "sure", "aria-hidden": "true" }, bar), `${Math.round(100 * about.confidence)}%`]]);
    }
    if (mark.rule) rows.push(["rule", [mark.rule, about.summary ? el("span", { class: "muted" }, ` · ${about.summary}`) : ""]]);
    else if (this.desk.annotator) rows.push(["added", `by ${this.desk.annotator}`]);
    return rows.length ? el("dl", { class: "facts" }, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])) : null;
  }

  verdicts(mark) {
    const press = (kind, state, text, letter) =>
      el("button", { type: "button", class: kind, "aria-pressed": mark.state === state ? "true" : "false",
        onclick: () => this.decide(kind) }, text, key(letter));
    return el("div", { class: "decide" }, press("accept", "accepted", "Accept", "a"), press("reject", "rejected", "Reject", "x"));
  }

  changes(mark) {
    this.correction = el("input", { value: mark.correction || "", maxlength: "300", autocomplete: "off", spellcheck: "false",
      onkeydown: (event) => this.typing(event, "correction") });
    this.remark = el("textarea", { rows: "2", maxlength: "4000", onkeydown: (event) => this.typing(event, "note") });
    this.remark.value = mark.note;
    this.typed = new Typed(this, mark, this.correction, this.remark);
    this.remarkField = el("label", { class: "field", hidden: !mark.note }, "Note", this.remark);
    return [
      this.chips(mark.category, (category) => this.change({ category })),
      el("label", { class: "field" }, el("span", {}, "Correction", key("c")), this.correction),
      this.remarkField,
      el("div", { class: "small" },
        el("button", { type: "button", onclick: () => this.words.begin(mark) }, "Other words", key("w")),
        el("button", { type: "button", onclick: () => this.write() }, "Note", key("e"))),
    ];
  }

  chips(chosen, choose) {
    return el("fieldset", { class: "categories" }, el("legend", {}, "Category"),
      categories.map((category, place) =>
        el("button", { type: "button", class: `chip ${classOf(category)}`, "aria-pressed": category === chosen ? "true" : "false",
          onclick: () => choose(category) }, el("span", { class: "label" }, labels[category]), key(place + 1))));
  }

  prove() {
    for (const cell of this.box.querySelectorAll(".proof")) cell.classList.remove("proof");
    const mark = this.mark();
    const cells = mark && !this.draft ? this.about(mark).cells : [];
    let first = null;
    for (const at of cells) {
      const cell = this.box.querySelector(`[data-at="${at.join(",")}"]`);
      if (!cell) continue;
      cell.classList.add("proof");
      first = first || cell;
    }
    if (!first || getComputedStyle(this.box).overflowY !== "auto") return;
    const inside = this.box.getBoundingClientRect();
    const place = first.getBoundingClientRect();
    if (place.top < inside.top || place.bottom > inside.bottom)
      this.box.scrollTop += place.top - inside.top - inside.height / 2;
  }

  // --- going about ---------------------------------------------------------------------

  go(id, { scroll = true } = {}) {
    this.flush();
    this.draft = null;
    this.current = id;
    this.draw();
    const node = this.text.querySelector(".mark.current");
    if (!node) return;
    node.focus({ preventScroll: true });
    if (!scroll) return;
    const place = node.getBoundingClientRect();
    const bottom = narrow.matches ? this.panel.getBoundingClientRect().top : innerHeight;
    if (place.top < 90 || place.bottom > bottom - 30) node.scrollIntoView({ block: "center" });
  }

  step(direction, wanted = () => true) {
    const marks = this.marks();
    const all = marks.filter((mark) => wanted(mark) || mark.id === this.current);
    if (!all.length) return false;
    const at = all.findIndex((mark) => mark.id === this.current);
    const next = all[(at + direction + all.length) % all.length];
    if (next.id === this.current && !wanted(next)) return false;
    this.go(next.id);
    return true;
  }

  click(event) {
    const mark = event.target.closest(".mark");
    const word = event.target.closest("[data-token]");
    if (String(getSelection())) return;
    if (mark) this.go(mark.dataset.id);
    else if (word) this.explain(Number(word.dataset.token));
  }

  /** Show how the words around a token were read. */
  explain(token) {
    const [start, end] = this.story.tokens[token];
    const claims = this.story.claims.filter((claim) => claim.start < end && start < claim.end);
    if (!claims.length) return;
    const verdicts = { supported: "verdict", contradicted: "contradicted", "not checkable": "unsaid" };
    this.flush();
    this.current = null;
    this.draw();
    this.panel.replaceChildren(el("div", { class: "card" },
      el("p", { class: "card-head" }, "How it was read"),
      el("ul", { class: "claims" }, claims.map((claim) => el("li", {},
        el("q", {}, this.slice(claim.start, claim.end)), " ",
        el("span", { class: verdicts[claim.verdict] }, claim.verdict),
        el("div", { class: "muted" }, claim.read_as || claim.states.map((each) => each.text).join("; ") || claim.summary))))));
  }

  // --- deciding ------------------------------------------------------------------------

  /** Decide about the mark at hand, once what was decided before is done and the next one is there. */
  decide(action) {
    if (this.typed && action === "reject") this.typed.drop("correction");
    this.flush();
    this.deciding = this.deciding.then(() => this.decideNow(action));
    return this.deciding;
  }

  async decideNow(action) {
    const mark = this.mark();
    if (!mark || !(await this.act({ action, mark: mark.id }))) return;
    if (!this.step(1, (each) => each.state === "open")) say("Every mark is decided. Press d when the story is done.");
  }

  async change(fields) {
    const mark = this.mark();
    if (mark) await this.act({ action: "change", mark: mark.id, ...fields });
  }

  correct() {
    this.more.open = true;
    this.correction.focus();
    this.correction.select();
  }

  write() {
    if (!this.remarkField) return;
    this.more.open = true;
    this.remarkField.hidden = false;
    this.remark.focus();
    this.remark.scrollIntoView({ block: "nearest" });
  }

  typing(event, name) {
    event.stopPropagation();
    if (event.key === "Escape") {
      this.typed.drop("correction", "note");
      this.go(this.current);
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      event.target.blur(); // what comes next is a key for the mark
      this.typed.save(name);
    }
  }

  /** Send what was typed into the card, before anything else is done. */
  flush() {
    if (this.typed && this.mark(this.typed.mark.id)) this.typed.flush();
  }

  async done() {
    this.flush();
    await this.deciding;
    await this.sending;
    const open = this.marks().find((mark) => mark.state === "open");
    if (open && !this.warned) {
      this.warned = true;
      setTimeout(() => { this.warned = false; trouble(null); }, 6000);
      trouble("Some marks are undecided. Decide them, or press d again: undecided marks are left out.");
      this.go(open.id);
      return;
    }
    trouble(null);
    if (await this.act({ action: "done" })) this.desk.next(1, true);
  }

  act(fields) {
    this.sending = this.sending.then(() => this.send(fields));
    return this.sending;
  }

  async send(fields) {
    const seconds = this.take();
    const body = { annotator: this.desk.annotator, story: this.story.id, seconds, ...fields };
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await post("/desk/actions", { ...body, revision: this.review.revision });
        // What was typed about one mark may be saved while another is at hand.
        this.take(fields.mark ? { ...answer, mark: null } : answer);
        if (tries) trouble(null);
        return true;
      } catch (error) {
        if (error instanceof Refused && error.status !== 503) return this.refused(error, tries);
        trouble("Not saved yet: the server does not answer. Trying again …");
        await new Promise((wait) => setTimeout(wait, AGAIN));
      }
    }
  }

  refused(error, tries) {
    if (error.body.review) this.review = error.body.review;
    // What was sent twice was taken the first time, only the answer was lost.
    trouble(tries ? null : `Not done: ${error.message}.`);
    if (!tries) say(error.message);
    this.keep();
    return false;
  }

  /** Take an answer in, or, without one, the seconds worked since the last time. */
  take(answer) {
    if (!answer) {
      const { seconds } = this;
      this.seconds = 0;
      return seconds;
    }
    trouble(null);
    this.review = answer.review;
    this.desk.changed(answer.story);
    if (answer.mark && this.mark(answer.mark)) this.current = answer.mark;
    this.keep();
    return 0;
  }

  /** Draw again, and leave the focus where it makes sense. */
  keep() {
    const typing = document.activeElement && document.activeElement.matches("textarea, input:not([type=checkbox])");
    if (this.current && !this.mark()) this.current = null;
    this.draw();
    const node = this.text.querySelector(".mark.current");
    if (node && !typing) node.focus({ preventScroll: true });
  }

  async refresh() {
    const { annotator } = this.desk;
    const story = await get("/desk/story", { annotator, story: this.story.id });
    if (story.review.revision <= this.review.revision) return;
    this.review = story.review;
    this.keep();
    say("Changed in another window.");
  }

  tick() {
    if (document.hidden || Date.now() - this.active > IDLE) return;
    this.seconds += 1;
    if (this.seconds >= BEAT) this.sendTime();
  }

  sendTime(options = {}) {
    if (!this.desk.annotator || this.seconds < 1) return;
    const seconds = this.take();
    post("/desk/actions", { annotator: this.desk.annotator, story: this.story.id, action: "time", seconds }, options)
      .then((answer) => {
        if (answer.review.revision <= this.review.revision + 1) this.review = answer.review;
        this.desk.changed(answer.story);
        if (this.tools.isConnected) this.drawTools();
      })
      .catch(() => { this.seconds += seconds; });
  }

  // --- keys ----------------------------------------------------------------------------

  key(event) {
    if (this.draft) return this.words.key(event);
    const { key: pressed } = event;
    if (pressed === "n" || pressed === "j") this.step(1);
    else if (pressed === "p" || pressed === "k") this.step(-1);
    else if (pressed === "[") this.desk.next(-1, false);
    else if (pressed === "]") this.desk.next(1, false);
    else if (!this.desk.annotator) return false;
    else if (pressed === "a") this.decide("accept");
    else if (pressed === "x") this.decide("reject");
    else if (pressed === "u") this.act({ action: "undo" });
    else if (pressed === "r") this.act({ action: "redo" });
    else if (pressed === "d") this.done();
    else if (pressed === "m") this.words.begin();
    else if (pressed === "w" && this.mark()) this.words.begin(this.mark());
    else if (pressed === "c" && this.mark()) this.correct();
    else if (pressed === "e" && this.mark()) this.write();
    else if (/^[1-6]$/.test(pressed) && this.mark()) this.change({ category: categories[pressed - 1] });
    else return false;
    return true;
  }
}
