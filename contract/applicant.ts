import { z } from 'zod';
import { ApplicantType } from '#domain/enumerations/applicant-type.ts';
import { inputText } from '#domain/texts/input-texts.ts';
import { wholeNumber, withFallback } from './endpoint.ts';

/** The applicant of an order, as callers send it and as an order returns it (S1 §3). */

/**
 * Callers may send the kind of an applicant by name; the server answers with codes (docs/decisions/0062).
 */
const applicantTypeCodes: Readonly<Record<string, string>> = {
  'natural-person': ApplicantType.naturalPerson,
  enterprise: ApplicantType.enterprise,
  institution: ApplicantType.institution,
  'social-organisation': ApplicantType.socialOrganisation,
  'non-legal-enterprise': ApplicantType.nonLegalEnterprise,
  'administrative-organ': ApplicantType.administrativeOrgan,
  other: ApplicantType.other,
};
/**
 * Returns a schema for a code that the specification writes as a number and as text (S1 §4, S2 §3);
 * `fallback` is the default.
 */
const codeWithFallback = (fallback: string, maxLength = 4) =>
  z
    .union([z.string().max(maxLength), wholeNumber], { error: inputText.badFormat })
    .nullish()
    .transform((value) => (value === undefined || value === null || value === '' ? fallback : String(value)));
const applicantType = codeWithFallback(ApplicantType.naturalPerson, 40).transform(
  (value) => applicantTypeCodes[value] ?? value,
);
const sex = z
  .union([z.enum(['0', '1', '2', '']), z.literal([0, 1, 2])], { error: inputText.notAnOption })
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? undefined : String(value)))
  .pipe(z.enum(['0', '1', '2']).optional());
/** Returns the schema of a text of the applicant card; the rules report a missing one. */
const cardText = (maxLength: number) => withFallback(z.string().max(maxLength), '');

/** A region, given as its code or as the value of a form field. */
const regionStep = z
  .union([
    z.string().max(12),
    z.strictObject({ code: z.string().max(12), name: z.string().max(60).optional() }),
  ])
  .transform((step) => (typeof step === 'string' ? step : step.code));

/**
 * Applicant as the counter and the online form send it (S1 §3); codes are numbers or texts, with the defaults
 * of S2 §3.
 */
export const ApplicantInput = z.strictObject({
  name: cardText(200),
  sex,
  mobile: cardText(40),
  certCategory: codeWithFallback('10'),
  certCode: cardText(60),
  region: withFallback(z.array(regionStep).max(5), []),
  detailAddress: cardText(1000),
  contactNo: cardText(40),
  remark: cardText(1000),
  applyerType: applicantType,
  enterpriseType: cardText(4),
  representName: cardText(200),
  representMobile: cardText(40),
  representCertCategory: codeWithFallback('10'),
  representCertCode: cardText(60),
});
export type ApplicantInput = z.output<typeof ApplicantInput>;

export const Applicant = z.object({
  name: z.string(),
  sex: z.string(),
  mobile: z.string(),
  certCategory: z.string(),
  certCategoryLabel: z.string(),
  certCode: z.string(),
  /** One string with a space between the region names and the detail address (S1 §3). */
  address: z.string(),
  /** Regions from the province down, as far as the reader may see them. */
  region: z.array(z.object({ code: z.string(), name: z.string() })),
  detailAddress: z.string(),
  contactNo: z.string(),
  remark: z.string(),
  applyerType: z.string(),
  applyerTypeLabel: z.string(),
  /** Filled for organisations only, as the representative usually is; else empty. */
  enterpriseType: z.string(),
  enterpriseTypeLabel: z.string(),
  representName: z.string(),
  representMobile: z.string(),
  representCertCategory: z.string(),
  representCertCategoryLabel: z.string(),
  representCertCode: z.string(),
  /** True if the sensitive values are masked. */
  masked: z.boolean(),
});
export type Applicant = z.output<typeof Applicant>;
