// What every view of the desk uses: elements without HTML from texts, requests, small words.

export const labels = Object.fromEntries(JSON.parse(document.getElementById("labels").textContent));
export const categories = Object.keys(labels);
export const classOf = (category) => category.toLowerCase().replace("_", "-");

/** Return an element; texts become text, never HTML. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const key = (name) => el("kbd", { "aria-hidden": "true" }, name);
export const plural = (number, noun) =>
  `${number} ${number === 1 ? noun : noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;

/** Return seconds as a person says them. */
export function duration(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(Math.round(seconds % 60)).padStart(2, "0")} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export class Refused extends Error {
  constructor(status, body) {
    super(body.error || `the server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

async function read(answer) {
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, body);
  return body;
}

/** Ask the desk; fields become the query. */
export async function get(path, fields = {}) {
  const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== null));
  return read(await fetch(`${path}?${query}`, { headers: { accept: "application/json" } }));
}

export async function post(path, body, options = {}) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return read(await fetch(path, { method: "POST", headers, body: JSON.stringify(body), ...options }));
}

/** Say something to those who listen instead of looking. */
export function say(text) {
  document.getElementById("live").textContent = text;
}

/** Show what went wrong, or take it away. */
export function trouble(text) {
  const place = document.getElementById("trouble");
  place.textContent = text || "";
  place.hidden = !text;
}

export function show(...nodes) {
  const main = document.getElementById("main");
  main.replaceChildren(...nodes);
  return main;
}

export function table(caption, columns, rows, options = {}) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", { class: options.class },
      el("caption", { class: options.hidden ? "unseen" : null }, caption),
      el("thead", {}, el("tr", {}, columns.map((name) => el("th", { scope: "col" }, String(name))))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, place) =>
        el(place ? "td" : "th", place ? {} : { scope: "row" }, cell instanceof Node ? cell : String(cell ?? "–"))))))));
}
