/** A refusal on the wire: its code, its HTTP status and its text. */
export interface RefusalRow {
  errcode: number;
  httpStatus: number;
  text: string;
}
