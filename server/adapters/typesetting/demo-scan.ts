/** Content of a page that reads like a scanned letter, for demonstrations. */
export interface DemoScan {
  title: string;
  /** Line before the text, or empty. */
  salutation: string;
  paragraphs: readonly string[];
  sender: string;
  writtenOn: string;
  receivedOn: string;
}
