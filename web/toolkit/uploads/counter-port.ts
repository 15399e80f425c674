import type { ComponentType } from 'react';

/**
 * The ways to use a counter's device for a place: one page after the other from the glass, or by a camera
 * above the desk.
 */
export type CounterWay = 'scan' | 'sweep';

/**
 * Interface to the local service of a counter PC: previews and controls of its device. The dialog keeps the name of the
 * file, the sides and the upload itself (S2 §2).
 */
export interface CounterPort {
  Device: ComponentType<{
    way: CounterWay;
    /** Both sides of a card or sheet, one after the other, on one picture. */
    bothSides: boolean;
    onTake: (file: File) => void;
  }>;
}

/** No service is connected: devices come with the local service of the counter PC. */
export const counterPort: CounterPort | undefined = undefined;
