import type { ComponentType } from 'react';

/** The devices of a counter PC: a scanner, which reads page by page, or a document camera. */
export type CounterDevice = 'scan' | 'sweep';

/**
 * Interface to the local service of a counter PC: previews and controls of its device. The dialog handles the
 * name of the file, the sides and the upload itself (S2 §2).
 */
export interface CounterPort {
  Device: ComponentType<{
    device: CounterDevice;
    /** True to put both sides of a card or sheet, taken one after the other, on one picture. */
    bothSides: boolean;
    onCapture: (file: File) => void;
  }>;
}

/** Undefined without a connected service: devices come with the local service of the counter PC. */
export const counterPort: CounterPort | undefined = undefined;
