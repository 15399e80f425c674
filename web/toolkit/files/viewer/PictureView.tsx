import {
  ExpandOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FileLoader } from './FileLoader.tsx';
import {
  fittedSize,
  initialTransform,
  movePicture,
  type PictureTransform,
  pictureZoom,
  rotatePicture,
  transformInNaturalSize,
  zoomPicture,
} from './picture-transform.ts';
import { usePanAndZoom } from './use-pan-and-zoom.ts';
import styles from './viewer.module.css';

/**
 * Shows one picture, or two side by side to compare: they are zoomed and moved together, but rotated
 * separately.
 */
export function PictureView({ files }: { files: readonly { id: string; name: string }[] }) {
  const [transform, setTransform] = useState(initialTransform);
  const [turns, setTurns] = useState<Readonly<Record<string, PictureTransform['turn']>>>({});
  const [fit, setFit] = useState(1);
  const isOne = files.length === 1;
  const turn = (id: string, direction: 1 | -1) =>
    setTurns((before) => ({
      ...before,
      [id]: rotatePicture({ ...initialTransform, turn: before[id] ?? 0 }, direction).turn,
    }));
  const turnAll = (direction: 1 | -1) => {
    for (const { id } of files) turn(id, direction);
    setTransform(initialTransform);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = byKey[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (action === 'turn') turnAll(event.shiftKey ? -1 : 1);
    else setTransform(action);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are shortcuts for the buttons inside
    <div className={styles.view} onKeyDown={onKeyDown}>
      <div className={styles.tools} role="toolbar" aria-label="图片">
        <Button
          aria-label="缩小"
          icon={<ZoomOutOutlined />}
          disabled={transform.zoom <= pictureZoom.min}
          onClick={() => setTransform((before) => zoomPicture(before, 1 / pictureZoom.step))}
        />
        <span className={styles.zoom} role="status">
          {Math.round(transform.zoom * (isOne ? fit : 1) * 100)}%
        </span>
        <Button
          aria-label="放大"
          icon={<ZoomInOutlined />}
          disabled={transform.zoom >= pictureZoom.max}
          onClick={() => setTransform((before) => zoomPicture(before, pictureZoom.step))}
        />
        <Button
          className={styles.fit ?? ''}
          aria-label="适应窗口"
          icon={<ExpandOutlined />}
          onClick={() => setTransform(initialTransform)}
        >
          适应窗口
        </Button>
        {isOne && (
          <>
            <Button
              aria-label="1:1（原始大小）"
              title="原始大小"
              onClick={() => setTransform(transformInNaturalSize(fit))}
            >
              1:1
            </Button>
            <Button aria-label="向左旋转" icon={<RotateLeftOutlined />} onClick={() => turnAll(-1)} />
            <Button aria-label="向右旋转" icon={<RotateRightOutlined />} onClick={() => turnAll(1)} />
          </>
        )}
      </div>
      <div className={styles.pictures} data-count={files.length}>
        {files.map(({ id, name }) => (
          <figure key={id} className={styles.figure}>
            <FileLoader id={id}>
              {(blob) => (
                <Picture
                  blob={blob}
                  name={name}
                  onFit={setFit}
                  transform={{ ...transform, turn: turns[id] ?? 0 }}
                  onTransform={(change) => setTransform((before) => ({ ...change(before), turn: 0 }))}
                />
              )}
            </FileLoader>
            {files.length > 1 && (
              <figcaption className={styles.caption}>
                <span>{name}</span>
                <Button
                  size="small"
                  type="text"
                  aria-label={`向右旋转 ${name}`}
                  icon={<RotateRightOutlined />}
                  onClick={() => turn(id, 1)}
                />
              </figcaption>
            )}
          </figure>
        ))}
      </div>
    </div>
  );
}

const pan = 60;
const byKey: Readonly<Record<string, 'turn' | ((transform: PictureTransform) => PictureTransform)>> = {
  '+': (transform) => zoomPicture(transform, pictureZoom.step),
  '=': (transform) => zoomPicture(transform, pictureZoom.step),
  '-': (transform) => zoomPicture(transform, 1 / pictureZoom.step),
  0: () => initialTransform,
  r: 'turn',
  R: 'turn',
  ArrowUp: (transform) => movePicture(transform, { x: 0, y: pan }),
  ArrowDown: (transform) => movePicture(transform, { x: 0, y: -pan }),
};

function Picture(props: {
  blob: Blob;
  name: string;
  /** Called with the scale at which the picture fits the frame. */
  onFit: (scale: number) => void;
  transform: PictureTransform;
  onTransform: (change: (transform: PictureTransform) => PictureTransform) => void;
}) {
  const { blob, name, onFit, transform, onTransform } = props;
  const address = useAddressOf(blob);
  const frame = useRef<HTMLDivElement>(null);
  const [naturalSize, setNaturalSize] = useState<{ width: number; height: number } | 'broken'>();
  const [space, setSpace] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setSpace({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  usePanAndZoom(frame, onTransform);
  const size = naturalSize && naturalSize !== 'broken' && fittedSize(naturalSize, space, transform.turn);
  const fit = size && size.width / naturalSize.width;
  useEffect(() => {
    if (fit) onFit(fit);
  }, [fit, onFit]);
  if (naturalSize === 'broken') {
    return (
      <div className={styles.middle}>
        <EmptyState compact title="这张图片无法显示" hint="可以下载后用其他程序打开。" />
      </div>
    );
  }
  return (
    <div className={styles.frame} ref={frame}>
      {address !== undefined && (
        <img
          alt={name}
          src={address}
          draggable={false}
          style={{
            ...size,
            visibility: size ? undefined : 'hidden',
            transform: `translate(${transform.x}px, ${transform.y}px) scale(${transform.zoom}) rotate(${transform.turn}deg)`,
          }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setNaturalSize({ width, height })
          }
          onError={() => setNaturalSize('broken')}
        />
      )}
    </div>
  );
}

function useAddressOf(blob: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return address;
}
