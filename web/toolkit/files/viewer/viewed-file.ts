/** A stored file that can be viewed. */
export interface ViewedFile {
  id: string;
  /** Name with its extension, which decides how it is viewed. */
  name: string;
  /** True for a document made by the portal: nothing is ever written onto its bytes. */
  isDocument?: boolean;
  /** Size in bytes. */
  size?: number | undefined;
}
