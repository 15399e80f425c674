import type { KindViews } from '../kind-view.ts';
import { kindViews } from '../kinds/kind-views.ts';
import { PhoneApplicantField } from './PhoneApplicantField.tsx';
import { PhoneDateField, PhoneDateRangeField } from './PhoneDayFields.tsx';
import { PhoneNationField } from './PhoneNationField.tsx';
import { PhoneOrganisationField } from './PhoneOrganisationField.tsx';
import { PhoneSelectField } from './PhoneSelectField.tsx';

/**
 * Views of all kinds on a phone, over the same store: choices fill the screen, days use the calendar of the phone;
 * all others are those of the desktop, whose style sheets give them a phone's size.
 */
export const phoneViews: KindViews = {
  ...kindViews,
  select: { Editor: PhoneSelectField },
  organisation: { Editor: PhoneOrganisationField },
  nation: { Editor: PhoneNationField },
  applicant: { ...kindViews.applicant, Editor: PhoneApplicantField },
  date: { Editor: PhoneDateField },
  time: { Editor: PhoneDateField },
  'date-range': { Editor: PhoneDateRangeField },
};
