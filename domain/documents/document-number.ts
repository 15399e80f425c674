/** 发文字号: the agency's word, the year in hexagonal brackets, the number without leading zeros (GB/T 9704 §7.2.5). */
export function documentNumber({
  series,
  year,
  number,
}: {
  series: string;
  year: number;
  number: number;
}): string {
  return `${series}〔${year}〕${number}号`;
}

/** Numbers that a series may go up to. */
export const greatestDocumentNumber = 999_999;
