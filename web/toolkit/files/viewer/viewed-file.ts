/** A stored file that can be looked at. */
export interface ViewedFile {
  id: string;
  /** With its extension, which says how it is looked at. */
  name: string;
  /** The portal made it: nothing is ever written onto its bytes. */
  isPaper?: boolean;
  /** Bytes. */
  size?: number | undefined;
}
