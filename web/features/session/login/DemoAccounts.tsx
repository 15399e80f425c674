import { type ReactNode, useEffect, useId, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import type { DemoPerson, DemoGuide as Guide } from '#contract/welcome.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { loadDemoGuide } from '../sign-in.ts';
import styles from './demo-accounts.module.css';
import { useDemoEntry } from './use-demo-entry.ts';

/** Two rows of three: one person for each kind of work. */
const initialCount = 6;

/** Shows the people of the demo as cards: pressing one logs in as that person (decision 0086). */
export function DemoAccounts(props: {
  onHover: () => void;
  onSignedIn: () => void;
  onSecondStep: (half: SecondFactorChallenge) => void;
  onRefused: (account: string, cause: unknown) => void;
}) {
  const titleId = useId();
  const [guide, setGuide] = useState<Guide | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);

  const load = () => {
    setFailure(undefined);
    loadDemoGuide().then(setGuide, (cause) => setFailure(textOfFailure(cause)));
  };
  useEffect(load, []);

  return (
    <section className={styles.guide} aria-labelledby={titleId}>
      {guide ? (
        <People {...props} guide={guide} titleId={titleId} />
      ) : (
        <>
          <Head titleId={titleId} />
          {failure === undefined ? (
            <div className={styles.cards} aria-hidden="true">
              {Array.from({ length: initialCount }, (_, index) => index).map((index) => (
                <span key={index} className={styles.skeleton} />
              ))}
            </div>
          ) : (
            <p className={styles.nobody} role="alert">
              演示人员加载失败：{failure}
              <button type="button" className={styles.link} onClick={load}>
                重试
              </button>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Head(props: { titleId: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2 id={props.titleId}>选择演示人员登录</h2>
      <span className={styles.mark}>演示环境</span>
      <span className={styles.note}>人员和办件均为虚构</span>
      {props.children}
    </div>
  );
}

function People(props: {
  guide: Guide;
  titleId: string;
  onHover: () => void;
  onSignedIn: () => void;
  onSecondStep: (half: SecondFactorChallenge) => void;
  onRefused: (account: string, cause: unknown) => void;
}) {
  const { people, password } = props.guide;
  const [searchText, setSearchText] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const entry = useDemoEntry({ ...props, password });
  const matches = findPeople(people, searchText);
  const visiblePeople = searchText.trim() === '' && !showsAll ? people.slice(0, initialCount) : matches;
  const prepareEntry = () => {
    entry.prepare();
    props.onHover();
  };
  return (
    <>
      <Head titleId={props.titleId}>
        <div className={styles.search}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <circle cx="7" cy="7" r="4.4" />
            <path d="m10.4 10.4 3.4 3.4" />
          </svg>
          <input
            type="search"
            aria-label="按姓名或单位找演示人员"
            placeholder="按姓名或单位找"
            autoComplete="off"
            maxLength={20}
            value={searchText}
            onFocus={prepareEntry}
            onChange={(event) => setSearchText(event.target.value)}
          />
        </div>
        <button
          type="button"
          className={styles.link}
          aria-expanded={showsAll}
          onClick={() => {
            setShowsAll(!showsAll);
            setSearchText('');
          }}
        >
          {showsAll ? '收起' : `全部 ${people.length} 人`}
        </button>
      </Head>
      <p className="visually-hidden" role="status">
        {searchText.trim() !== '' && `找到 ${matches.length} 人`}
      </p>
      <div className={styles.scroll}>
        {visiblePeople.length === 0 ? (
          <p className={styles.nobody}>没有找到“{searchText.trim()}”，换个姓名或单位试试</p>
        ) : (
          <ul className={styles.cards}>
            {visiblePeople.map((person) => (
              <li key={person.account}>
                <PersonCard
                  person={person}
                  enteringAccount={entry.enteringAccount}
                  onHover={prepareEntry}
                  onChoose={() => void entry.enter(person)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function PersonCard(props: {
  person: DemoPerson;
  enteringAccount: string | undefined;
  onHover: () => void;
  onChoose: () => void;
}) {
  const { person, enteringAccount } = props;
  const isEntering = enteringAccount === person.account;
  const countTexts = [
    ...(person.todo > 0 ? [`待办 ${person.todo}`] : []),
    ...(person.drafts > 0 ? [`草稿 ${person.drafts}`] : []),
  ];
  return (
    <button
      type="button"
      className={styles.person}
      aria-disabled={enteringAccount !== undefined}
      onPointerEnter={props.onHover}
      onFocus={props.onHover}
      onClick={props.onChoose}
    >
      <span className={styles.avatar} aria-hidden="true">
        {person.name.at(-1)}
      </span>
      <span className={styles.words}>
        <span className={styles.first}>
          <strong>{person.name}</strong>
          {countTexts.length > 0 && <span className={styles.waiting}>{countTexts.join(' · ')}</span>}
        </span>
        <span>{person.place}</span>
        <span>{isEntering ? '正在进入…' : person.work}</span>
      </span>
    </button>
  );
}

/** Returns the people whose name, account, office or work contains each of the search terms. */
function findPeople(people: readonly DemoPerson[], searchText: string): readonly DemoPerson[] {
  const keywords = searchText.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return people.filter(({ name, account, place, work }) => {
    const text = `${name} ${account} ${place} ${work}`.toLowerCase();
    return keywords.every((word) => text.includes(word));
  });
}
