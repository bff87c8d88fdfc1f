import { cdp } from 'vitest/browser';
import type { Locator } from 'vitest/browser';

/** A mouse and a keyboard whose button stays down: what a test looks at in between. */

type Input = Record<string, string | number | boolean>;

/** As Chromium takes it; Vitest's own type of the session has no methods. */
const send = (method: string, input: Input) =>
  (cdp() as unknown as { send: (method: string, input: Input) => Promise<unknown> }).send(method, input);

/** What was done is drawn: the chart and what lies on it follow in the next frame. */
export async function drawn(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };

/** Enter goes down, or still is and repeats. */
export async function pressEnter({ isRepeat = false } = {}): Promise<void> {
  await send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', autoRepeat: isRepeat, ...enter });
}

export async function releaseEnter(): Promise<void> {
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
}

/** By so many pixels from the middle of a part of the screen. */
interface Way {
  x?: number;
  y?: number;
}

/** Drags from the middle of a part of the screen, and lets go. */
export async function drag(part: Locator, by: Way, atEnd?: () => Promise<void>): Promise<void> {
  // Waits until it stands still and nothing lies on it.
  await part.hover();
  const { left, top, width, height } = part.element().getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const [x, y] = [(frame?.left ?? 0) + left + width / 2, (frame?.top ?? 0) + top + height / 2];
  const mouse = (type: string, share: number) =>
    send('Input.dispatchMouseEvent', {
      ...{ type, x: x + (by.x ?? 0) * share, y: y + (by.y ?? 0) * share },
      ...{ button: 'left', buttons: type === 'mouseReleased' ? 0 : 1, clickCount: type === 'mouseMoved' ? 0 : 1 },
    });
  await mouse('mousePressed', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await mouse('mouseMoved', share);
  await drawn();
  await atEnd?.();
  await mouse('mouseReleased', 1);
  await drawn();
}
