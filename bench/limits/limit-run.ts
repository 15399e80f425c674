/** One statement of a limit; its parameters are `$1` … and its values are text, as they are sent. */
export interface LimitStatement {
  text: string;
  values: (string | null)[];
}

export interface LimitReport {
  rate: number;
  /** Mean milliseconds of one run of all statements. */
  mean: number;
}

export interface LimitRun {
  url: string;
  clients: number;
  seconds: number;
}
