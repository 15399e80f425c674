import type { MaterialRow } from '#contract/material-check.ts';
import { paperFormLabel } from '#domain/enumerations/paper-form.ts';
import styles from './materials.module.css';

/** Shows the name of a material, and what the item requires of it. */
export function MaterialName({ row }: { row: MaterialRow }) {
  const { name, form, copies, required, note } = row;
  return (
    <span className={styles.name}>
      {name}
      <span className={styles.second}>
        {paperFormLabel[form]} {copies} 份{required ? '' : '，非必交'}
        {note === '' ? '' : `；${note}`}
      </span>
    </span>
  );
}
