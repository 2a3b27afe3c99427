// The parts of a picture that name decisions: things to touch while those are offered, drawing otherwise.
import type { Decision, Drawn } from '../board';

/** What a finger needs, in pixels. */
const FINGER = 44;
const SVG = 'http://www.w3.org/2000/svg';

interface Part {
  element: SVGGraphicsElement;
  text: string;
  /** As the picture names and describes it. */
  label: string | null;
  role: string | null;
}

export class Parts {
  private readonly parts: Part[];

  constructor(svg: SVGSVGElement) {
    this.parts = [...svg.querySelectorAll<SVGGraphicsElement>('[data-decision]')].map((element) => ({
      element,
      text: element.dataset.decision ?? '',
      label: element.getAttribute('aria-label'),
      role: element.getAttribute('role'),
    }));
    for (const { element } of this.parts) element.removeAttribute('data-decision');
  }

  get texts(): string[] {
    return this.parts.map((part) => part.text);
  }

  /** Makes buttons of what is offered; `phrase`: how a decision is called in the language spoken here. */
  offer(legal: Decision[], chosen: Decision | null, phrase: (decision: Decision) => string): void {
    for (const { element, text, label, role } of this.parts) {
      const decision = legal.find((each) => each.text === text);
      if (decision) {
        element.dataset.decision = text;
        element.setAttribute('role', 'button');
        element.setAttribute('tabindex', '0');
        const said = phrase(decision);
        // A decision is called in the reader's language; what the picture says of the thing describes it.
        const named = said !== text || !label;
        element.setAttribute('aria-label', named ? said : label);
        if (named && label) element.setAttribute('aria-description', label);
        element.setAttribute('aria-pressed', String(chosen?.id === decision.id));
      } else {
        delete element.dataset.decision;
        for (const name of ['tabindex', 'aria-pressed', 'aria-label', 'aria-description']) element.removeAttribute(name);
        if (label) element.setAttribute('aria-label', label);
        if (role) element.setAttribute('role', role);
        else if (label) element.setAttribute('role', 'img');
        else element.removeAttribute('role');
      }
    }
  }

  /** Marks what the coach points at: things by their key, decisions as `decision:<notation>`. */
  ring(drawn: Drawn[]): void {
    for (const { element, text } of this.parts) {
      const styles = drawn
        .filter(({ keys }) => keys.includes(`decision:${text}`) || keys.includes(element.dataset.key ?? ''))
        .map(({ style }) => style);
      if (styles.length) element.dataset.coach = styles.join(' ');
      else delete element.dataset.coach;
    }
  }

  /** Widens what is too small for a finger by a transparent field under it. */
  widen(): void {
    for (const { element } of this.parts) {
      element.querySelector(':scope > [data-finger]')?.remove();
      if (!element.dataset.decision || element.localName !== 'g') continue;
      const shown = element.getBoundingClientRect();
      const box = element.getBBox();
      if (!shown.width || !shown.height || Math.min(shown.width, shown.height) >= FINGER) continue;
      const scale = shown.width / box.width;
      const wide = Math.max(box.width, FINGER / scale);
      const high = Math.max(box.height, FINGER / scale);
      const field = document.createElementNS(SVG, 'rect');
      field.setAttribute('data-finger', '');
      const sides = { x: box.x - (wide - box.width) / 2, y: box.y - (high - box.height) / 2, width: wide, height: high };
      for (const [name, value] of Object.entries(sides)) field.setAttribute(name, String(value));
      field.setAttribute('fill', 'transparent');
      element.prepend(field);
    }
  }
}
