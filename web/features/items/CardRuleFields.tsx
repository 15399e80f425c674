import { Checkbox, InputNumber } from 'antd';
import { type CardRule, cardLimits, newCardRule } from '#domain/records/card-rule.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import styles from './supervision-part.module.css';

/** Edits when the item demands a supervision letter with a card. */
export function CardRuleFields(props: {
  cards: CardRule | null;
  problems: readonly Problem[];
  onChange: (cards: CardRule | null) => void;
}) {
  const { cards, problems, onChange } = props;
  const numberOf = (name: keyof CardRule, label: string, value: number, min: number) => (
    <InputNumber
      id={`item-records.supervision.cards.${name}`}
      className={styles.number ?? ''}
      aria-label={label}
      min={min}
      max={name === 'yellowsForRed' ? cardLimits.yellows : cardLimits.days}
      precision={0}
      value={value}
      onChange={(amount) => cards && onChange({ ...cards, [name]: amount ?? 0 })}
    />
  );
  const optional = (name: 'redAfterDays' | 'yellowsForRed', label: string, before: string, after: string) => {
    const value = cards?.[name] ?? null;
    return (
      <>
        <div className={styles.line}>
          <Checkbox
            checked={value !== null}
            onChange={({ target }) =>
              cards && onChange({ ...cards, [name]: target.checked ? newCardRule[name] : null })
            }
          >
            {before}
          </Checkbox>
          {value !== null && numberOf(name, label, value, name === 'yellowsForRed' ? 2 : 1)}
          <span>{after}</span>
        </div>
        <Faults problems={problems} field={name} />
      </>
    );
  };
  return (
    <>
      <Checkbox
        checked={cards !== null}
        onChange={({ target }) => onChange(target.checked ? newCardRule : null)}
      >
        环节超期达到天数的，应发督办单并亮牌
      </Checkbox>
      {cards && (
        <>
          <div className={styles.line}>
            <span>环节超期</span>
            {numberOf('yellowAfterDays', '亮黄牌的超期天数', cards.yellowAfterDays, 1)}
            <span>天亮黄牌</span>
          </div>
          <Faults problems={problems} field="yellowAfterDays" />
          {optional('redAfterDays', '亮红牌的超期天数', '超期', '天亮红牌')}
          {optional('yellowsForRed', '转红牌的黄牌张数', '同一办件满', '张黄牌转红牌')}
        </>
      )}
    </>
  );
}

function Faults({ problems, field }: { problems: readonly Problem[]; field: string }) {
  return problems
    .filter((problem) => problem.field === `records.supervision.cards.${field}`)
    .map(({ message }) => (
      <small key={message} className={styles.fault}>
        {message}
      </small>
    ));
}
