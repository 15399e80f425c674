import type { InitiateInput } from '#contract/initiation.ts';
import { maxAddressLength, maxNameLength, maxRemarkLength } from '#domain/applicants/limits.ts';
import { genderOfIdCard, isIdCard } from '#domain/certificates/id-card.ts';
import { PersonalCertificate, personalCertificateLabel } from '#domain/enumerations/certificate-category.ts';
import { Gender, genderLabel } from '#domain/enumerations/gender.ts';
import { fullAuthority } from '#domain/forms/authority.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { RegionStep } from '#domain/forms/kinds/region/region.ts';
import type { FormModel, FormValues } from '#domain/forms/model.ts';
import { FormStore } from '#web/toolkit/form/form-store.ts';
import type { FormHandle } from '#web/toolkit/form/use-form.ts';
import { holdForm } from '#web/toolkit/open-forms/open-forms.ts';

const certificates = Object.values(PersonalCertificate).map((value) => ({
  value,
  label: personalCertificateLabel[value],
}));
const genders = [Gender.male, Gender.female, Gender.unknown].map((value) => ({
  value,
  label: genderLabel[value],
}));

/** The applicant card as a form of its own: the same controls, problems and keyboard as every other (S1 §3, §5). */
export const applicantModel: FormModel = {
  globalConfig: { code: 'applicant', title: '申请人', columns: 2, allowEdit: [] },
  schema: {
    fields: [
      {
        id: 'name',
        title: '申请人姓名',
        'x-component': 'single-line',
        required: true,
        rules: [{ rule: 'maxLength', value: maxNameLength }],
      },
      {
        id: 'mobile',
        title: '手机号码',
        'x-component': 'single-line',
        required: true,
        rules: [{ rule: 'phone' }],
      },
      {
        id: 'certCategory',
        title: '证件类型',
        'x-component': 'select',
        required: true,
        default: PersonalCertificate.idCard,
        options: certificates,
      },
      {
        id: 'certCode',
        title: '证件号码',
        'x-component': 'single-line',
        rules: [{ rule: 'certificate', categoryField: 'certCategory' }],
      },
      { id: 'sex', title: '性别', 'x-component': 'radio', default: Gender.unknown, options: genders },
      {
        id: 'contactNo',
        title: '固定电话',
        'x-component': 'single-line',
        rules: [{ rule: 'landline' }],
        'x-props': { placeholder: '020-12345678' },
      },
      { id: 'region', title: '所在地区', 'x-component': 'region', 'x-props': { level: 4 } },
      {
        id: 'detailAddress',
        title: '详细地址',
        'x-component': 'single-line',
        rules: [{ rule: 'maxLength', value: maxAddressLength }],
      },
      {
        id: 'remark',
        title: '备注',
        'x-component': 'textarea',
        width: 'full',
        rules: [{ rule: 'maxLength', value: maxRemarkLength }],
        'x-props': { rows: 2 },
      },
    ],
  },
};

/** Opens the card, empty or as a draft left it; a valid identity card fills in the sex. */
export function openApplicantForm(stored: FormValues = {}): FormHandle {
  const form = compileForm(applicantModel);
  if (Array.isArray(form)) throw new Error('The applicant card does not compile');
  const empty = { certCategory: PersonalCertificate.idCard, sex: Gender.unknown };
  const store = new FormStore(form, {
    values: { ...empty, ...stored },
    authority: fullAuthority,
    mode: 'edit',
  });
  let known = readCertificate(store).certCode;
  store.onEdit(() => {
    const { certCategory, certCode } = readCertificate(store);
    if (certCode === known) return;
    known = certCode;
    if (certCategory === PersonalCertificate.idCard && isIdCard(certCode)) {
      store.change('sex', genderOfIdCard(certCode));
    }
  });
  return holdForm(store, 'applicant');
}

export function readCertificate(store: FormStore): { certCategory: string; certCode: string } {
  const text = (id: string) => String(store.read(id) ?? '').trim();
  return { certCategory: text('certCategory'), certCode: text('certCode') };
}

/** The applicant as the call takes it: codes of the region from the province down. */
export function applicantInput(handle: FormHandle): Partial<InitiateInput['applyer']> & {
  name: string;
  mobile: string;
  certCode: string;
} {
  const text = (id: string) => String(handle.store.read(id) ?? '').trim();
  const region = (handle.store.read('region') ?? []) as readonly RegionStep[];
  return {
    name: text('name'),
    sex: text('sex') as Gender,
    mobile: text('mobile'),
    certCategory: text('certCategory'),
    certCode: text('certCode'),
    region: region.map((step) => step.code),
    detailAddress: text('detailAddress'),
    contactNo: text('contactNo'),
    remark: text('remark'),
  };
}
