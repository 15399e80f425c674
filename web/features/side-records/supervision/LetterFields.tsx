import { Checkbox, Form, InputNumber, Radio } from 'antd';
import { SupervisionCard, supervisionCardLabel } from '#domain/records/card-rule.ts';
import {
  letterLimits,
  type OpenLetterInput,
  SupervisionGround,
  supervisionGroundLabel,
} from '#domain/records/supervision.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import type { Problems } from '#web/toolkit/dialog/use-problems.ts';
import styles from './supervision.module.css';

/** A letter as it is written; the days may be empty meanwhile. */
export type WrittenLetter = Omit<OpenLetterInput, 'answerDays'> & { answerDays: number | null };

export const newLetter: WrittenLetter = {
  grounds: [],
  demand: '',
  answerDays: 10,
  card: SupervisionCard.none,
};

/** Returns the fields of a letter that are missing, with their texts. */
export function missingFields({ grounds, demand, answerDays }: WrittenLetter) {
  return [
    grounds.length === 0 && (['grounds', '请选择督办缘由'] as const),
    demand.trim() === '' && (['demand', '请填写督办要求'] as const),
    answerDays === null && (['answerDays', '请填写答复期限'] as const),
  ];
}

/** Asks for the content of a supervision letter: grounds, demand, limit of the answer, card. */
export function LetterFields(props: {
  letter: WrittenLetter;
  problems: Problems;
  onChange: (change: Partial<WrittenLetter>) => void;
}) {
  const { letter, problems, onChange } = props;
  return (
    <Form layout="vertical" component={false}>
      <Form.Item
        label="督办缘由"
        required
        validateStatus={problems.grounds && 'error'}
        help={problems.grounds}
      >
        <Checkbox.Group
          aria-label="督办缘由"
          value={[...letter.grounds]}
          options={Object.values(SupervisionGround).map((value) => ({
            value,
            label: supervisionGroundLabel[value],
          }))}
          onChange={(grounds) => onChange({ grounds })}
        />
      </Form.Item>
      <CountedText
        label="督办要求"
        required
        rows={3}
        max={letterLimits.textLength}
        problem={problems.demand}
        value={letter.demand}
        onChange={(demand) => onChange({ demand })}
      />
      <div className={styles.line}>
        <AnswerDays
          value={letter.answerDays}
          problem={problems.answerDays}
          onChange={(answerDays) => onChange({ answerDays })}
        />
        <Form.Item label="亮牌" validateStatus={problems.card && 'error'} help={problems.card}>
          <Radio.Group
            aria-label="亮牌"
            value={letter.card}
            options={Object.values(SupervisionCard).map((value) => ({
              value,
              label: supervisionCardLabel[value],
            }))}
            onChange={({ target }) => onChange({ card: target.value as SupervisionCard })}
          />
        </Form.Item>
      </div>
      <p className={styles.hint}>
        发给各环节现在的办理人（外出的由代理人收）及其单位领导；事项规定满张转红牌的，按规定转为红牌。
      </p>
    </Form>
  );
}

/** Asks for the limit of an answer in working days. */
export function AnswerDays(props: {
  value: number | null;
  problem: string | undefined;
  onChange: (days: number | null) => void;
}) {
  return (
    <Form.Item
      label="答复期限"
      required
      htmlFor="supervision-days"
      validateStatus={props.problem && 'error'}
      help={props.problem}
    >
      <InputNumber
        id="supervision-days"
        aria-required
        min={1}
        precision={0}
        value={props.value}
        onChange={props.onChange}
      />{' '}
      个工作日
    </Form.Item>
  );
}
