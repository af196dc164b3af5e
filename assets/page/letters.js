// What no font of this device has stands as its code point, "U+1E900": not as a box of nothing.

const SIZE = 24;
const RARE = /[^\u0000-\u036f\u1d00-\u215f\u2190-\u22ff\u2c60-\u2c7f\ua720-\ua7ff]/u; // not in our fonts
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{Mark}\s]$/u; // drawn with others, or not at all
const NOBODYS = "\u0378"; // a code point that stands for nothing and is in no font
const LEFT_ALONE = "script, style, title, option, textarea, svg, .code-point";
const known = new Map();
let pen = null;

function picture(letter) {
  pen ||= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  pen.canvas.width = pen.canvas.height = 2 * SIZE; // empties it
  pen.font = `${SIZE}px sans-serif`;
  pen.fillText(letter, 2, 1.5 * SIZE);
  return pen.getImageData(0, 0, 2 * SIZE, 2 * SIZE).data.join();
}

// Return whether a letter is drawn as what no font has.  Browsers that draw code points themselves
// draw no two such letters alike.
function isMissing(letter) {
  if (!RARE.test(letter) || UNSEEN.test(letter)) return false;
  if (!known.has(NOBODYS)) known.set(NOBODYS, picture(NOBODYS));
  if (!known.has(letter)) known.set(letter, picture(letter) === known.get(NOBODYS));
  return known.get(letter);
}

function name(letter) {
  const box = document.createElement("span");
  box.className = "code-point";
  box.textContent = `U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return box;
}

function nameIn(text) {
  if (!RARE.test(text.data) || text.parentElement?.closest(LEFT_ALONE) !== null) return;
  const letters = [...text.data];
  if (!letters.some(isMissing)) return;
  text.replaceWith(...letters.map((letter) => (isMissing(letter) ? name(letter) : letter)));
}

// Name in all text below `root` the letters that cannot be shown.
export function nameMissingLetters(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  found.forEach(nameIn);
}

// Go on doing so with all that is written later.
export function watchForMissingLetters(root) {
  nameMissingLetters(root);
  const watch = { childList: true, characterData: true, subtree: true };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) nameIn(target);
      for (const node of addedNodes) node instanceof Text ? nameIn(node) : nameMissingLetters(node);
    }
  }).observe(root, watch);
}
