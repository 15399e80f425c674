import { PrinterOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { Page } from '#web/toolkit/page/Page.tsx';
import styles from './help.module.css';
import { ManualBlock } from './ManualBlock.tsx';
import { type GuideSection, slugOf } from './read-guide.ts';

interface ManualContent {
  title: string;
  sections: readonly GuideSection[];
  /** The heading about each screen, by the screen's address. */
  headingByScreen: Readonly<Record<string, string>>;
}

/**
 * Returns the heading that an address selects: by its name after `#`, or by the screen named in `of`;
 * otherwise none.
 */
function selectedHeading(
  { hash, search }: { hash: string; search: string },
  { sections, headingByScreen }: ManualContent,
) {
  if (hash !== '') {
    const targetName = slugOf(decodeAddress(hash.slice(1)) ?? '');
    return headingsOf(sections).find((heading) => slugOf(heading) === targetName);
  }
  const screen = new URLSearchParams(search).get('of') ?? '';
  return Object.entries(headingByScreen).find(([path]) => matchPath(path, screen))?.[1];
}

function headingsOf(sections: readonly GuideSection[]): string[] {
  return sections.flatMap(({ id, blocks }) => [
    id,
    ...blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : [])),
  ]);
}

/** Decodes an address; returns undefined if it ends in the middle of an encoded character. */
function decodeAddress(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Shows a guide, opened at the requested heading. */
export function Manual(content: ManualContent) {
  const { title, sections } = content;
  const location = useLocation();
  const heading = selectedHeading(location, content);
  const [searchText, setSearchText] = useState('');
  const contents = useRef<HTMLElement>(null);
  const keywords = useDeferredValue(searchText).trim().split(/\s+/).filter(Boolean);
  const visibleSections = sections.filter(({ text }) => keywords.every((word) => text.includes(word)));

  // Depends on `location` too, so that the same link scrolls again.
  useEffect(() => {
    if (heading === undefined || location.key === '') return;
    const element = document.getElementById(heading);
    element?.scrollIntoView({ block: 'start' });
    element?.focus({ preventScroll: true });
  }, [heading, location.key]);

  return (
    <Page
      title={title}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          打印
        </Button>
      }
    >
      <div className={styles.manual}>
        <nav ref={contents} className={styles.contents} aria-label="目录" tabIndex={-1}>
          <Input
            allowClear
            aria-label="查找手册"
            placeholder="查找"
            maxLength={50}
            value={searchText}
            onChange={({ target }) => setSearchText(target.value)}
          />
          <p className={styles.found} role="status">
            {keywords.length > 0 && `${visibleSections.length} 节`}
          </p>
          <ol>
            {visibleSections.map(({ id }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === heading ? 'location' : undefined}>
                  {id}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles.text}>
          {visibleSections.length === 0 && (
            <EmptyState compact title="没有找到" hint="请更换关键词后再试。" />
          )}
          {visibleSections.map(({ id, blocks }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {id}
              </h2>
              {blocks.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the guide never changes
                <ManualBlock key={index} block={block} />
              ))}
            </section>
          ))}
        </article>
        <div className={styles.toContents}>
          <Button
            icon={<UnorderedListOutlined aria-hidden />}
            onClick={() => {
              contents.current?.scrollIntoView({ block: 'start' });
              contents.current?.focus({ preventScroll: true });
            }}
          >
            目录
          </Button>
        </div>
      </div>
    </Page>
  );
}
