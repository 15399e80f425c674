import { Button } from 'antd-mobile/es/components/button/button';
import 'antd-mobile/es/components/button/button.css';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './phone.module.css';
import { ClockSign, DoneSign } from './signs.tsx';

/** Shows one notice in the middle of the page. */
export function PhoneNotice(props: {
  kind: 'success' | 'warning';
  title: string;
  text: string;
  button?: { text: string; onClick: () => void };
}) {
  const { kind, title, text, button } = props;
  return (
    <section className={joinClasses(styles.card, styles.notice)} data-kind={kind} role="status">
      {kind === 'success' ? <DoneSign size={56} /> : <ClockSign size={56} />}
      <h2>{title}</h2>
      <p>{text}</p>
      {button && (
        <Button className={styles.inNotice} color="primary" fill="outline" onClick={button.onClick}>
          {button.text}
        </Button>
      )}
    </section>
  );
}
