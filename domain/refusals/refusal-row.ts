/** What a refusal is on the wire. */
export interface RefusalRow {
  errcode: number;
  httpStatus: number;
  text: string;
}
