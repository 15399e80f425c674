import type { ComponentType } from 'react';

/** The ways to use a counter's device for a place: page by page from a scanner, or by a document camera. */
export type CounterDevice = 'scan' | 'sweep';

/**
 * Interface to the local service of a counter PC: previews and controls of its device. The dialog handles the
 * name of the file, the sides and the upload itself (S2 §2).
 */
export interface CounterPort {
  Device: ComponentType<{
    way: CounterDevice;
    /** True to put both sides of a card or sheet, taken one after the other, on one picture. */
    bothSides: boolean;
    onTake: (file: File) => void;
  }>;
}

/** Undefined without a connected service: devices come with the local service of the counter PC. */
export const counterPort: CounterPort | undefined = undefined;
