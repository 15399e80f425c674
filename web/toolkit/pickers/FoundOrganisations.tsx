import regionStyles from '../regions/region-picker.module.css';
import type { OrganisationItem } from './organisation-choices.ts';

/** Shows the organisations that a search by name found, each with the path to it. */
export function FoundOrganisations(props: {
  rows: readonly OrganisationItem[];
  single: boolean;
  chosen: ReadonlySet<string>;
  onToggle: (organisation: OrganisationItem) => void;
}) {
  return (
    <fieldset className={regionStyles.candidatesList}>
      <legend>组织机构</legend>
      {props.rows.map((row) => (
        <label key={row.key}>
          <input
            type={props.single ? 'radio' : 'checkbox'}
            name="organisation-match"
            checked={props.chosen.has(row.key)}
            onChange={() => props.onToggle(row)}
          />
          <span>
            {row.name} <small>{row.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
