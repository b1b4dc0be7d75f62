"use strict";
// A page in the frame, as reports and the playground show it. The frame runs no scripts. It is
// inspected through this window's prototypes, so that names in the page cannot shadow DOM methods.

const $ = (id) => document.getElementById(id);

const inFrame = (selector) => {
  const inside = $("frame").contentDocument;
  return inside ? [...Document.prototype.querySelectorAll.call(inside, selector)] : [];
};

function make(name, properties, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key === "class") element.className = value;
    else if (key.startsWith("--")) element.style.setProperty(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== "" && child != null));
  return element;
}

const marks = (i) => inFrame('[data-victor="' + i + '"]');

function outline(i) {
  for (const one of inFrame("[data-victor-on]")) one.removeAttribute("data-victor-on");
  for (const one of marks(i)) one.setAttribute("data-victor-on", "");
}

function within(box, element) {
  const top = element.offsetTop - box.offsetTop;
  const below = top + element.offsetHeight - box.clientHeight;
  if (top < box.scrollTop || below > box.scrollTop) box.scrollTop = (top + below) / 2;
}

function fit() {
  const frame = $("frame");
  const inside = frame.contentDocument && frame.contentDocument.documentElement;
  if (!inside || !$("stage").clientHeight) return;
  frame.style.width = "";
  frame.style.height = $("stage").clientHeight + "px"; // no scroll bar for a shorter page
  const width = Math.min(inside.scrollWidth, 4000);
  if (width > frame.clientWidth + 1) frame.style.width = width + "px";
  frame.style.height = $("stage").clientHeight + "px"; // lower, if there is a horizontal scroll bar now
  frame.style.height = Math.min(Math.max(inside.scrollHeight, 200), 200000) + "px";
}

function under(event) {
  const inside = $("frame").contentDocument;
  if (!inside) return -1;
  const box = $("frame").getBoundingClientRect();
  const at = Document.prototype.elementFromPoint.call(
    inside, event.clientX - box.left, event.clientY - box.top);
  const hit = at && Element.prototype.closest.call(at, "[data-victor]");
  return hit ? Number(hit.getAttribute("data-victor")) : -1;
}

// Shows marks and styles as the check boxes say.
function hide(isKept) {
  const own = inFrame("style")[1];
  if (own && own.disabled === $("own").checked) {
    own.disabled = !$("own").checked;
    if (!own.disabled) unhide(isKept);
    fit();
  }
  const off = [...$("shown").querySelectorAll("input[value]:not(:checked)")].map((one) => one.value);
  for (const one of inFrame("[data-victor-label],[data-victor-off]")) {
    const number = one.getAttribute("data-victor-label") || one.getAttribute("data-victor-off");
    const hidden = off.includes(number);
    one.setAttribute(hidden ? "data-victor-off" : "data-victor-label", number);
    one.removeAttribute(hidden ? "data-victor-label" : "data-victor-off");
  }
}

// Scripts of the page would have shown what its own style hides at first. Content, of which
// `isKept` is true by the number of the label, is always shown.
function unhide(isKept) {
  const kept = (one) => isKept(Number(one.getAttribute("data-victor-label")));
  const unseen = inFrame("[data-victor-label]").filter((one) => kept(one) && !isSeen(one));
  const hiding = new Set(unseen.flatMap((one) => ancestors(one).filter(hides)));
  for (const one of hiding) {
    one.removeAttribute("hidden");
    if (one.localName === "details") one.setAttribute("open", "");
    one.setAttribute("data-victor-unhidden", "");
  }
  if (hiding.size) fit();
}

function isSeen(one) {
  const box = one.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && box.right > 0 && box.bottom > 0 &&
    one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
    !ancestors(one).some(clips);
}

function ancestors(one) {
  const found = [];
  for (let at = one; at && at.localName !== "body" && found.length < 200; at = at.parentElement)
    found.push(at);
  return found;
}

const clips = (one) => {
  const style = getComputedStyle(one);
  const small = one.clientHeight < 2 || one.clientWidth < 2;
  return (small && style.display !== "inline" && style.overflow !== "visible") ||
    style.clipPath !== "none" || style.clip !== "auto";
};

const hides = (one) => {
  const style = getComputedStyle(one);
  return one.hidden || (one.localName === "details" && !one.open) || style.display === "none" ||
    style.visibility !== "visible" || Number(style.opacity) < 0.1 || clips(one) ||
    style.position === "absolute" || style.transform !== "none" || parseInt(style.textIndent) < 0;
};

// Calls `then` whenever a page is in the frame, with its marks and all of its content shown.
function whenLoaded(isKept, then) {
  $("frame").addEventListener("load", () => {
    const inside = $("frame").contentDocument;
    if (!inside || inside.URL !== "about:srcdoc") return; // still empty
    fit();
    hide(isKept);
    unhide(isKept);
    then();
  });
}
