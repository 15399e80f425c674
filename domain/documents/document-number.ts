/**
 * Returns the 发文字号: the agency's abbreviation, the year in brackets 〔〕, the number without leading zeros
 * (GB/T 9704 §7.2.5).
 */
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

/** Largest number of a series. */
export const maxDocumentNumber = 999_999;
