// A drawing from outside, made anew from shapes, text and paint alone: whatever else it brings is left out.
const SVG = 'http://www.w3.org/2000/svg';
/** A drawing with more parts than this is not shown. */
const MOST_PARTS = 20_000;

const words = (text: string): string[] => text.trim().split(/\s+/);

const ELEMENTS = new Set(
  words(`svg g defs path rect circle ellipse line polyline polygon text tspan title desc
    linearGradient radialGradient stop clipPath mask pattern marker`),
);
/** Attributes whose values are numbers, paint and the like. */
const DRAWN = new Set(
  words(`d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height viewBox points pathLength preserveAspectRatio rotate
    transform transform-origin fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity visibility display paint-order vector-effect shape-rendering
    font-family font-size font-style font-weight font-variant text-anchor dominant-baseline letter-spacing textLength lengthAdjust
    clip-path clip-rule mask marker-start marker-mid marker-end markerWidth markerHeight markerUnits refX refY orient
    offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits
    patternUnits patternContentUnits patternTransform`),
);
/** Attributes that are read, not drawn. */
const SAID = new Set(words('aria-label aria-hidden lang data-key data-decision'));
const ROLES = new Set(['img', 'group', 'presentation', 'none', 'list', 'listitem']);
const FUNCTIONS = new Set(words('translate scale rotate skewX skewY matrix rgb rgba hsl hsla var calc url'));
const LOCAL = /^url\(\s*(["']?)#([\w.-]+)\1\s*\)/;

/** A drawn value as it may stand here, or null. Names inside the drawing get a prefix, so that they are nobody else's. */
function drawn(value: string, prefix: string): string | null {
  // A backslash could spell a function in another way.
  if (value.includes('\\') || value.includes('/*')) return null;
  for (const [, name] of value.matchAll(/([\w-]*)\s*\(/g)) if (!FUNCTIONS.has(name ?? '')) return null;
  if (!/url\s*\(/i.test(value)) return value;
  const local = LOCAL.exec(value);
  return local ? `url(#${prefix}${local[2]})` : null;
}

function rebuild(part: Element, prefix: string, count: { n: number }): Element | null {
  if (part.namespaceURI !== SVG || !ELEMENTS.has(part.localName) || ++count.n > MOST_PARTS) return null;
  const made = document.createElementNS(SVG, part.localName);
  for (const { name, value } of part.attributes) {
    if (DRAWN.has(name)) {
      const kept = drawn(value, prefix);
      if (kept !== null) made.setAttribute(name, kept);
    } else if (SAID.has(name) || (name === 'role' && ROLES.has(value))) made.setAttribute(name, value);
    else if (name === 'id' && /^[\w.-]+$/.test(value)) made.setAttribute('id', prefix + value);
  }
  for (const child of part.childNodes) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) made.append(child.nodeValue ?? '');
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const inner = rebuild(child as Element, prefix, count);
      if (inner) made.append(inner);
    }
  }
  return made;
}

/** The drawing as elements of this page, or null if it is none. */
export function sanitize(text: string, prefix = 'picture-'): SVGSVGElement | null {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = read.documentElement;
  if (root.localName !== 'svg' || read.getElementsByTagName('parsererror').length) return null;
  const count = { n: 0 };
  const made = rebuild(root, prefix, count);
  // The frame is the page's: a drawing does not move or hide it.
  for (const name of ['transform', 'transform-origin', 'display', 'visibility', 'opacity']) made?.removeAttribute(name);
  return count.n <= MOST_PARTS ? (made as SVGSVGElement | null) : null;
}
