/** A stored file that can be looked at. */
export interface ViewedFile {
  id: string;
  /** With its extension, which says how it is looked at. */
  name: string;
  /** Bytes. */
  size?: number | undefined;
}
