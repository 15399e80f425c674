/** Labels and envelopes for letters to applicants (docs/decisions/0154). */

/** The addressee of a letter, as it is written on it. */
export interface LetterAddressee {
  postcode: string;
  address: string;
  /** Name with the form of address: `张三 同志（收）`. */
  name: string;
}

export interface MailSender {
  postcode: string;
  address: string;
  name: string;
  phone: string;
}

export const mailingLimits = {
  /** Largest number of letters in one printing: a hundred envelopes fill a tray. */
  letters: 100,
  name: 100,
  address: 300,
  phone: 40,
  /**
   * Largest distance in millimetres by which the print can be shifted, because printers feed the sheet a
   * little off.
   */
  shift: 20,
} as const;

/** Checks whether a postcode is empty or has six digits. */
export function isPostcode(text: string): boolean {
  return text === '' || /^\d{6}$/.test(text);
}

/** Returns the name for a letter, `张三 先生（收）`; an organisation has no form of address. */
export function nameOnLetter(name: string, honorific: string): string {
  return `${name}${honorific && ` ${honorific}`}（收）`;
}
