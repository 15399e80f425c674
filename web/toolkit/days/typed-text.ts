import { createContext } from 'react';

/** The text of a day field, and what its input element reports. */
export interface TypedText {
  /** The shown text: as typed, or the value of the field. */
  text: string;
  /** True while the typed text has not been read yet. */
  isPending: boolean;
  onType(text: string): void;
  /** Reads the typed text. */
  onRead(): void;
}

export const TypedTextContext = createContext<TypedText | undefined>(undefined);
