import type { InitiateInput } from '#contract/initiation.ts';
import { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { applicantTexts } from '#domain/applicants/applicant-texts.ts';
import { genderOfIdCard, isIdCard } from '#domain/certificates/id-card.ts';
import { ApplicantType } from '#domain/enumerations/applicant-type.ts';
import {
  isLegalEntityCertificate,
  isPersonalCertificate,
  LegalEntityCertificate,
  PersonalCertificate,
} from '#domain/enumerations/certificate-category.ts';
import { Gender } from '#domain/enumerations/gender.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { RegionStep } from '#domain/forms/kinds/region/region.ts';
import type { FormValues } from '#domain/forms/model.ts';
import { FormStore } from '#web/toolkit/form/form-store.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import { createFormHandle } from '#web/toolkit/open-forms/open-forms.ts';
import { ApplicantKind, type ApplicantSettings, applicantModel } from './applicant-model.ts';

/**
 * Opens the card, empty or with the values of a draft. A valid identity number sets the sex. If the
 * applicant changes between person and organisation, the card asks for the matching kind of certificate.
 */
export function openApplicantForm(settings: ApplicantSettings, stored: FormValues = {}): FormHandle {
  const form = compileForm(applicantModel(settings));
  if (Array.isArray(form)) throw new Error('The applicant card does not compile');
  const phone = form.byId.get('mobile');
  if (phone) phone.missingMessage = applicantTexts(settings.applicantWord).phoneMissing;
  const empty = {
    serveType: settings.serveTypes[0],
    applyerKind: ApplicantKind.person,
    applyerType: ApplicantType.enterprise,
    certCategory: PersonalCertificate.idCard,
    representCertCategory: PersonalCertificate.idCard,
    sex: Gender.unknown,
  };
  const online = settings.onlinePerson && {
    ...settings.onlinePerson,
    applyerKind: ApplicantKind.person,
    certCategory: PersonalCertificate.idCard,
  };
  const store = new FormStore(form, {
    values: { ...empty, ...stored, ...online },
    // The signed-in person cannot apply as another one; the server takes the sex from the identity card.
    authority: Object.fromEntries(
      form.fields.map(({ id }) => {
        if (!online) return [id, 2] as const;
        return [id, id === 'sex' ? 0 : Object.hasOwn(online, id) ? 1 : 2] as const;
      }),
    ),
    mode: 'edit',
    ...(settings.applicantWord === ApplicantTerm.petitioner && { replaceable: ['mobile'] }),
  });
  let previousCode = readCertificate(store).certCode;
  store.onEdit(() => {
    const { certCategory, certCode } = readCertificate(store);
    const isMatching = isOrganisationCard(store) ? isLegalEntityCertificate : isPersonalCertificate;
    if (!isMatching(certCategory)) store.change('certCategory', firstCertificate(store));
    if (certCode === previousCode) return;
    previousCode = certCode;
    if (certCategory === PersonalCertificate.idCard && isIdCard(certCode)) {
      store.change('sex', genderOfIdCard(certCode));
    }
  });
  return createFormHandle(store, 'applicant');
}

/** Checks whether the applicant on the card is an organisation. */
export function isOrganisationCard(store: FormStore): boolean {
  return store.read('applyerKind') === ApplicantKind.organisation;
}

function firstCertificate(store: FormStore): string {
  return isOrganisationCard(store)
    ? LegalEntityCertificate.unifiedSocialCreditCode
    : PersonalCertificate.idCard;
}

const textOf = (store: FormStore, id: string) => String(store.read(id) ?? '').trim();

export function readCertificate(store: FormStore): { certCategory: string; certCode: string } {
  return { certCategory: textOf(store, 'certCategory'), certCode: textOf(store, 'certCode') };
}

/** Returns the name of the applicant, by the kind that the card shows. */
export function applicantName({ store }: FormHandle): string {
  return textOf(store, nameField(store));
}

function nameField(store: FormStore): 'name' | 'legalName' {
  return isOrganisationCard(store) ? 'legalName' : 'name';
}

/** Returns the field of the card that shows a server's validation problem. */
export function fieldOnCard({ store }: FormHandle, field: string): string {
  return field === 'name' ? nameField(store) : field;
}

/** Returns the way of submission; the item's default if the card does not ask for it. */
export function serveTypeInput({ store }: FormHandle): string[] | undefined {
  const serviceType = textOf(store, 'serveType');
  return serviceType === '' ? undefined : [serviceType];
}

/** Returns the applicant as the call expects it: region codes from the province down. */
export function applicantInput(handle: FormHandle): InitiateInput['applyer'] {
  const { store } = handle;
  const text = (id: string) => textOf(store, id);
  const region = (store.read('region') ?? []) as readonly RegionStep[];
  return {
    applyerType: isOrganisationCard(store) ? text('applyerType') : ApplicantType.naturalPerson,
    enterpriseType: text('enterpriseType'),
    name: applicantName(handle),
    sex: (text('sex') || Gender.unknown) as Gender,
    mobile: text('mobile'),
    certCategory: text('certCategory'),
    certCode: text('certCode'),
    region: region.map((step) => step.code),
    detailAddress: text('detailAddress'),
    contactNo: text('contactNo'),
    remark: text('remark'),
    representName: text('representName'),
    representMobile: text('representMobile'),
    representCertCategory: text('representCertCategory') || PersonalCertificate.idCard,
    representCertCode: text('representCertCode'),
  };
}
