import './person.css';

/** A person in lists and traces: the last character of the name as a mark, the name, and the organisation in grey. */
export function PersonName(props: { name: string; orgName?: string }) {
  return (
    <span className="person">
      <span className="person-mark" aria-hidden="true">
        {props.name.at(-1) ?? '?'}
      </span>
      {props.name}
      {props.orgName && <span className="person-org">{props.orgName}</span>}
    </span>
  );
}
