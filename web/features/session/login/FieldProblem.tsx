import styles from './login-card.module.css';
/** Shows the validation problem under its field, with an icon and a text, linked to the input by its id. */
export function FieldProblem(props: { id: string; text: string | undefined }) {
  if (props.text === undefined) return null;
  return (
    <p className={styles.error} id={props.id}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M8 4.8v3.7M8 11v.1" />
      </svg>
      {props.text}
    </p>
  );
}
