/** Labels and envelopes for letters to applicants (docs/decisions/0154). */

/** The addressee of a letter, as it is written on it. */
export interface LetterAddressee {
  postcode: string;
  address: string;
  /** With the word that goes with it: `张三 同志（收）`. */
  name: string;
}

export interface MailSender {
  postcode: string;
  address: string;
  name: string;
  phone: string;
}

export const mailingLimits = {
  /** Letters of one printing: a hundred envelopes are as many as a tray holds. */
  letters: 100,
  name: 100,
  address: 300,
  phone: 40,
  /** The distance by which printing may be moved, in millimetres: printers take the sheet a little off. */
  shift: 20,
} as const;

/** Checks whether it is empty or six figures, as the post has them. */
export function isPostcode(text: string): boolean {
  return text === '' || /^\d{6}$/.test(text);
}

/** Returns the name as on a letter, `张三 先生（收）`; an organisation has no form of address. */
export function nameOnLetter(name: string, honorific: string): string {
  return `${name}${honorific && ` ${honorific}`}（收）`;
}
