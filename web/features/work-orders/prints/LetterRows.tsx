import { Button, Input } from 'antd';
import { mailingLimits } from '#domain/mailing/mailing.ts';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import { type Letter, problemsOfLetter } from './letters.ts';
import styles from './prints.module.css';

/** Shows the letters one by one: name, postcode and address as they will be printed. */
export function LetterRows(props: {
  letters: readonly Letter[];
  onChange: (letters: readonly Letter[]) => void;
  showsProblems: boolean;
}) {
  const { letters, onChange, showsProblems } = props;
  const change = (workorderId: string, changes: Partial<Letter>) =>
    onChange(
      letters.map((letter) => (letter.workorderId === workorderId ? { ...letter, ...changes } : letter)),
    );
  return (
    <ScrollRegion className={styles.rows} label="收件人">
      <table>
        <thead>
          <tr>
            <th scope="col">流水号</th>
            <th scope="col">收件人</th>
            <th scope="col">邮政编码</th>
            <th scope="col">地址</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {letters.map((letter) => {
            const { workorderId, code } = letter;
            const problems = showsProblems ? problemsOfLetter(letter) : {};
            const field = (name: 'name' | 'postcode' | 'address', label: string, maxLength: number) => (
              <td data-faulty={problems[name] === undefined ? undefined : ''}>
                <Input.TextArea
                  aria-label={`${code}的${label}`}
                  autoSize={{ minRows: 1, maxRows: 4 }}
                  maxLength={maxLength}
                  {...(name === 'postcode' && { inputMode: 'numeric' as const })}
                  status={problems[name] === undefined ? '' : 'error'}
                  value={letter[name]}
                  onChange={({ target: { value } }) =>
                    change(workorderId, { [name]: value.replaceAll(name === 'postcode' ? /\D/g : /\n/g, '') })
                  }
                />
                {problems[name] !== undefined && <span className={styles.problem}>{problems[name]}</span>}
              </td>
            );
            return (
              <tr key={workorderId}>
                <td>{code}</td>
                {field('name', '收件人', mailingLimits.name)}
                {field('postcode', '邮政编码', 6)}
                {field('address', '地址', mailingLimits.address)}
                <td>
                  <Button
                    type="link"
                    size="small"
                    aria-label={`移除${code}`}
                    onClick={() => onChange(letters.filter((other) => other.workorderId !== workorderId))}
                  >
                    移除
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
