/** Maximum length of an applicant's name, and of address details and remark, in characters (S1 §5). */
export const maxNameLength = 100;
export const maxAddressLength = 500;
export const maxRemarkLength = 500;
