"use strict";
// The page reads well without this script; it adds filters, a card with the correction
// and evidence of the mark at hand, and keys to go from mark to mark.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const marks = all(".mark");
  const notes = new Map(marks.map((mark) => [mark, document.getElementById(mark.hash.slice(1))]));
  const card = document.getElementById("card");
  const filters = document.getElementById("filters");
  let active = null; // the mark whose card is open
  let pinned = false; // opened by focus, tap or key: stays when the pointer leaves
  let selection = null; // marks behind a number of a report, or null for all

  // --- card -------------------------------------------------------------------------

  function place(mark) {
    const box = mark.getClientRects()[0];
    const width = card.offsetWidth;
    const height = card.offsetHeight;
    const left = Math.max(8, Math.min(box.left, innerWidth - width - 8));
    const below = box.bottom + 8;
    const fits = below + height < innerHeight || box.top - height - 8 < 0;
    card.style.left = `${left}px`;
    card.style.top = `${fits ? Math.min(below, innerHeight - height - 8) : box.top - height - 8}px`;
  }

  function prove(mark, on) {
    const cells = new Set(mark.dataset.proof.split(" "));
    for (const cell of all(".box [data-cell]", mark.closest(".story")))
      cell.classList.toggle("proof", on && cells.has(cell.dataset.cell));
  }

  function open(mark) {
    if (active !== mark) {
      close();
      active = mark;
      card.className = notes.get(mark).className;
      card.classList.remove("note");
      const body = notes.get(mark).querySelector(".note-body").cloneNode(true);
      all("details", body).forEach((details) => (details.open = true));
      card.replaceChildren(body);
      mark.classList.add("active");
      prove(mark, true);
    }
    card.hidden = false;
    place(mark);
  }

  function close() {
    if (!active) return;
    active.classList.remove("active");
    prove(active, false);
    active = null;
    pinned = false;
    card.hidden = true;
  }

  const markAt = (node) => (node instanceof Element ? node.closest(".mark:not(.off)") : null);

  document.addEventListener("mouseover", (event) => {
    const mark = markAt(event.target);
    if (mark && !pinned) open(mark);
    else if (!mark && !pinned && !card.contains(event.target)) close();
  });
  document.addEventListener("focusin", (event) => {
    const mark = markAt(event.target);
    if (!mark) return;
    open(mark);
    pinned = true;
  });
  document.addEventListener("click", (event) => {
    const mark = markAt(event.target);
    if (mark) {
      event.preventDefault();
      open(mark);
      pinned = true;
    } else if (!card.contains(event.target)) {
      close();
      const link = event.target.closest("a");
      // The same number again changes no address, so nothing else would tell.
      if (link && link.getAttribute("href") === location.hash) followHash();
    }
  });
  function follow() {
    if (!active) return;
    const box = active.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight) close();
    else place(active);
  }
  addEventListener("scroll", follow, { passive: true });
  addEventListener("resize", follow);

  // --- filters ----------------------------------------------------------------------

  function apply() {
    close();
    const categories = new Set(all("input[name=category]:checked", filters).map((box) => box.value));
    const rule = filters.elements.rule.value;
    const group = filters.elements.group ? filters.elements.group.value : "";
    let shown = 0;
    for (const mark of marks) {
      const on =
        categories.has(mark.dataset.category) &&
        (!rule || mark.dataset.rule === rule) &&
        (!group || mark.closest(".story").dataset.group === group) &&
        (!selection || selection.has(mark));
      mark.classList.toggle("off", !on);
      mark.tabIndex = on ? 0 : -1;
      notes.get(mark).classList.toggle("off", !on);
      shown += on;
    }
    const narrowed = Boolean(selection || rule);
    for (const story of all(".story")) {
      story.hidden =
        (group && story.dataset.group !== group) ||
        (narrowed && !story.querySelector(".mark:not(.off)"));
    }
    document.body.classList.toggle("fixes", filters.elements.fixes.checked);
    document.getElementById("shown").value =
      shown === marks.length ? "" : `${shown} of ${marks.length} shown`;
  }

  // --- the stories behind a number ----------------------------------------------------

  // A number links to the list of its marks; without this script the list itself shows.
  function select(list) {
    const chosen = all("a", list).map((link) => document.getElementById(link.hash.slice(1)));
    selection = new Set(chosen);
    all("input[name=category]", filters).forEach((box) => (box.checked = true));
    all("select", filters).forEach((choice) => (choice.value = ""));
    const banner = document.getElementById("selection");
    banner.hidden = false;
    banner.firstElementChild.textContent = list.querySelector("h3").textContent;
    apply();
    filters.scrollIntoView({ behavior: "instant" });
  }

  function showAll() {
    selection = null;
    document.getElementById("selection").hidden = true;
    history.replaceState(null, "", "#filters");
    apply();
  }

  function followHash() {
    const list = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (list && list.matches(".behind")) select(list);
  }

  addEventListener("hashchange", followHash);
  document.querySelector("#selection button").addEventListener("click", showAll);

  // --- keys -------------------------------------------------------------------------

  function step(direction) {
    const visible = marks.filter((mark) => !mark.matches(".off") && !mark.closest("[hidden]"));
    if (!visible.length) return;
    const from = active || document.activeElement;
    const at = visible.indexOf(from);
    const middle = () =>
      visible.findIndex((mark) => mark.getBoundingClientRect().top > innerHeight * 0.2);
    const next = at >= 0 ? at + direction : Math.max(0, middle() + (direction < 0 ? -1 : 0));
    const mark = visible[(next + visible.length) % visible.length];
    mark.scrollIntoView({ block: "center", behavior: "instant" });
    mark.focus({ preventScroll: true });
    open(mark);
    pinned = true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("select, input:not([type=checkbox]), textarea")) return;
    if (event.key === "n" || event.key === "j") step(1);
    else if (event.key === "p" || event.key === "k") step(-1);
    else if (event.key === "Escape") close();
  });

  // --- light and dark ---------------------------------------------------------------

  const dark = document.getElementById("dark");
  const theme = document.getElementById("theme");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  let isDark = prefersDark.matches;
  const showTheme = () => (theme.textContent = isDark ? "Light" : "Dark");
  theme.addEventListener("click", () => {
    isDark = !isDark;
    dark.media = isDark ? "screen" : "not all";
    showTheme();
  });
  prefersDark.addEventListener("change", () => {
    if (!dark.media.includes("prefers")) return;
    isDark = prefersDark.matches;
    showTheme();
  });

  // --- start ------------------------------------------------------------------------

  marks.forEach((mark) => mark.removeAttribute("title"));
  filters.hidden = false;
  filters.addEventListener("change", apply);
  filters.addEventListener("submit", (event) => event.preventDefault());
  document.documentElement.classList.add("scripted");
  showTheme();
  apply();
  followHash();
})();
