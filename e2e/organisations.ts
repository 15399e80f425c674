/** Bureaus of the demo office, as form fields name them. */
export const units = {
  housing: [{ id: '330127-zjj', name: '淳安县住房和城乡建设局' }],
  agriculture: [{ id: '330127-nyj', name: '淳安县农业农村局' }],
};
