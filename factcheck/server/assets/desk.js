// The desk: who reviews, which page, which key.
import { el, get, say, trouble } from "./common.js";
import { List, chosen, choice } from "./list.js";
import { CheckPage, comparePage, resultsPage } from "./results.js";
import { StoryView } from "./story.js";

const LOOK = 3_000; // how often another window's work is looked for

const desk = { session: null, annotator: null, stories: [], entries: 0, view: null, page: null, turn: 0 };

// --- who -----------------------------------------------------------------------------------

function ask() {
  const dialog = document.getElementById("who-dialog");
  const form = dialog.querySelector("form");
  const wrong = document.getElementById("who-wrong");
  const known = document.getElementById("who-known");
  known.replaceChildren(...desk.session.annotators.map((name) =>
    el("button", { type: "button", onclick: () => finish(name) }, name)));
  document.getElementById("who-new").hidden = desk.session.fixed;
  form.querySelector(".primary").hidden = desk.session.fixed;
  wrong.textContent = "";
  let finish;
  const answered = new Promise((resolve) => { finish = resolve; });
  form.onsubmit = (event) => {
    event.preventDefault();
    const name = form.elements.annotator.value.trim();
    if (/^[\p{L}\p{N}][\p{L}\p{N}_ .'-]{0,39}$/u.test(name)) finish(name);
    else wrong.textContent = "A name of letters and digits, please.";
  };
  dialog.oncancel = (event) => { if (!desk.annotator) event.preventDefault(); else finish(desk.annotator); };
  dialog.showModal();
  return answered.then((name) => { dialog.close(); return name; });
}

async function settle(change = false) {
  const { session } = desk;
  if (!session.reviews) return;
  const remembered = localStorage.getItem("annotator");
  const may = (name) => name && (!session.fixed || session.annotators.includes(name));
  desk.annotator = session.you || (!change && may(remembered) ? remembered : await ask());
  localStorage.setItem("annotator", desk.annotator);
  const who = document.getElementById("who");
  who.hidden = false;
  who.textContent = desk.annotator;
  who.disabled = Boolean(session.you);
  const found = await get("/desk/stories", { annotator: desk.annotator });
  desk.stories = found.stories;
  desk.entries = found.entries;
}

// --- which page ----------------------------------------------------------------------------

function leave() {
  if (desk.view && desk.view.close) desk.view.close();
  desk.view = null;
  trouble(null);
}

function stand(page, title) {
  desk.page = page;
  document.title = title ? `${title} · factcheck` : "factcheck";
  for (const link of document.querySelectorAll(".bar nav a")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function openStory(id, still) {
  choice.here = id;
  const story = await get("/desk/story", { annotator: desk.annotator, story: id });
  if (!still()) return;
  stand("stories", id);
  scrollTo(0, 0);
  desk.view = new StoryView(story, { annotator: desk.annotator, next: nextStory, changed: changedRow });
}

function nextStory(step, todo) {
  const rows = chosen(desk.stories);
  const from = rows.findIndex((row) => row.id === choice.here);
  for (let place = from + step; place >= 0 && place < rows.length; place += step)
    if (!todo || !rows[place].done) { location.hash = `#/story/${encodeURIComponent(rows[place].id)}`; return; }
  const left = todo && rows.find((row) => !row.done);
  if (left) location.hash = `#/story/${encodeURIComponent(left.id)}`;
  else if (todo) { location.hash = "#/"; say("Every story of the list is done."); }
}

function changedRow(row) {
  const place = desk.stories.findIndex((each) => each.id === row.id);
  if (place >= 0) desk.stories[place] = row;
}

async function route() {
  leave();
  // Who has gone on before an answer comes does not want it any more.
  const turn = desk.turn += 1;
  const still = () => turn === desk.turn;
  const [, page = "", name = ""] = location.hash.split("/");
  const id = decodeURIComponent(name);
  try {
    if (page === "check" || !desk.session.reviews) { stand("check", "Check a text"); desk.view = new CheckPage(); }
    else if (page === "results") { stand("results", "Results"); await refreshSession(); await resultsPage(desk.session, desk.annotator, desk.stories, still); }
    else if (page === "compare") { stand("results", id); await comparePage(id, (desk.stories.find((row) => row.id === id) || {}).title, still); }
    else if (page === "story") await openStory(id, still);
    else { stand("stories", "Stories"); desk.view = new List(desk.stories); }
  } catch (error) {
    if (still()) trouble(`${error.message}.`);
  }
}

async function refreshSession() {
  desk.session = await get("/desk/session");
}

// --- other windows -------------------------------------------------------------------------

async function look() {
  if (document.hidden || !desk.annotator) return;
  try {
    const found = await get("/desk/changes", { annotator: desk.annotator, since: desk.entries });
    // After a restart the server counts from the beginning.
    if (found.entries < desk.entries) { await settle(); }
    desk.entries = found.entries;
    if (!found.stories.length) return;
    found.stories.forEach(changedRow);
    if (desk.view instanceof List) desk.view.update(desk.stories);
    if (desk.view instanceof StoryView && found.stories.some((row) => row.id === desk.view.story.id && row.revision > desk.view.review.revision))
      await desk.view.refresh();
  } catch {
    // A server that is away is told of when something is to be saved.
  }
}

// --- keys ----------------------------------------------------------------------------------

function singleKeys() { return localStorage.getItem("single-keys") !== "off"; }

function pressed(event) {
  if (document.querySelector("dialog[open]")) return;
  const control = event.ctrlKey || event.metaKey;
  const typing = event.target.matches("input:not([type=checkbox]), textarea, select");
  if (control && !typing && desk.view instanceof StoryView && event.key.toLowerCase() === "z") {
    desk.view.act({ action: event.shiftKey ? "redo" : "undo" });
    event.preventDefault();
    return;
  }
  if (control || event.altKey) return;
  if (event.key === "Escape" && typing) { event.target.blur(); return; }
  if (typing) return;
  const named = event.key.length > 1;
  if (!named && !singleKeys()) return;
  if (event.key === "?") { help(); event.preventDefault(); }
  else if (desk.view && desk.view.key && desk.view.key(event)) event.preventDefault();
  else if (event.key === "Escape" && desk.session.reviews) location.hash = "#/";
}

function help() { document.getElementById("keys-dialog").showModal(); }

// --- light and dark ------------------------------------------------------------------------

function theme(change) {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const set = localStorage.getItem("theme");
  const now = set || (dark ? "dark" : "light");
  const next = change ? (now === "dark" ? "light" : "dark") : set;
  if (change) localStorage.setItem("theme", next);
  if (next) document.documentElement.dataset.theme = next;
}

// --- start ---------------------------------------------------------------------------------

async function start() {
  theme(false);
  document.getElementById("theme").addEventListener("click", () => theme(true));
  document.getElementById("keys").addEventListener("click", help);
  const single = document.getElementById("single-keys");
  single.checked = singleKeys();
  single.addEventListener("change", () => localStorage.setItem("single-keys", single.checked ? "on" : "off"));
  document.getElementById("who").addEventListener("click", async () => { await settle(true); route(); });
  document.addEventListener("keydown", pressed);
  try {
    await refreshSession();
    for (const page of ["stories", "results"])
      document.querySelector(`.bar nav a[data-page=${page}]`).hidden = !desk.session.reviews;
    await settle();
  } catch (error) {
    trouble(`${error.message}.`);
    return;
  }
  addEventListener("hashchange", route);
  await route();
  setInterval(look, LOOK);
}

start();
