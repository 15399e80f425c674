import type { PaperForm } from '../enumerations/paper-form.ts';

/** A material that an item requires. */
export interface Paper {
  name: string;
  form: PaperForm;
  copies: number;
  required: boolean;
  note: string;
  /** True if it may be supplied later (容缺). */
  rare?: boolean;
}

/** The largest number of copies of one material. */
export const maxCopies = 99;
