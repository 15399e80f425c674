import { Radio } from 'antd';
import type { OrderOffer } from '#contract/work-orders.ts';
import styles from './handling.module.css';

/** Asks for the task of an offered action, if there are several. */
export function TaskChoice(props: {
  offer: Pick<OrderOffer, 'name' | 'about'>;
  traceId: string | null;
  onChange: (traceId: string) => void;
}) {
  const { offer, traceId, onChange } = props;
  if (offer.about.length < 2) return null;
  return (
    <fieldset className={styles.choice}>
      <legend>{offer.name}的环节</legend>
      <Radio.Group
        aria-label={`${offer.name}的环节`}
        value={traceId}
        onChange={(event) => onChange(event.target.value as string)}
        options={offer.about.map((task) => ({ value: task.traceId ?? '', label: task.nodeName }))}
      />
    </fieldset>
  );
}
