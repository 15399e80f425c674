import { Button } from 'antd-mobile/es/components/button/button';
import 'antd-mobile/es/components/button/button.css';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { CheckIcon, ClockIcon } from './icons.tsx';
import styles from './phone.module.css';

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
      {kind === 'success' ? <CheckIcon size={56} /> : <ClockIcon size={56} />}
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
