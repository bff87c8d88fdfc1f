import { cdp } from 'vitest/browser';
import type { Locator } from 'vitest/browser';

/** A mouse and a keyboard with buttons that can be held down, so that a test can check what happens meanwhile. */

type Input = Record<string, string | number | boolean>;

/**
 * Sends a command of Chromium's own protocol. The cast is needed because Vitest's type of the session has no methods.
 */
const send = (method: string, input: Input) =>
  (cdp() as unknown as { send: (method: string, input: Input) => Promise<unknown> }).send(method, input);

/** Waits until changes are drawn: the chart and its overlay follow in the next animation frame. */
export async function drawn(): Promise<void> {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };

/** Presses Enter without releasing it, or repeats it. */
export async function pressEnter({ isRepeat = false } = {}): Promise<void> {
  await send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', autoRepeat: isRepeat, ...enter });
}

export async function releaseEnter(): Promise<void> {
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
}

/** A distance in pixels from the centre of an element. */
interface Distance {
  x?: number;
  y?: number;
}

/** Drags from the centre of an element, then releases. */
export async function drag(part: Locator, by: Distance, atEnd?: () => Promise<void>): Promise<void> {
  // Waits until it stops moving and nothing covers it.
  await part.hover();
  const { left, top, width, height } = part.element().getBoundingClientRect();
  const iframe = window.frameElement?.getBoundingClientRect();
  const [x, y] = [(iframe?.left ?? 0) + left + width / 2, (iframe?.top ?? 0) + top + height / 2];
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
