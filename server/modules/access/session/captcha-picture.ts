import { randomInt } from 'node:crypto';

/**
 * Strokes on a grid of 4 by 6, as polylines: our own, so that no font has to be installed, and rasterised
 * before they are sent, because the text of a vector picture would reveal the answer.
 */
const strokes: Record<string, string> = {
  A: '0,6 2,0 4,6|1,4 3,4',
  B: '0,0 0,6 3,6 4,5 4,4 3,3 0,3|0,0 3,0 4,1 4,2 3,3',
  C: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5',
  D: '0,0 0,6 2,6 4,4 4,2 2,0 0,0',
  E: '4,0 0,0 0,6 4,6|0,3 3,3',
  F: '4,0 0,0 0,6|0,3 3,3',
  G: '4,1 3,0 1,0 0,1 0,5 1,6 3,6 4,5 4,3 2,3',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '1,0 3,0|2,0 2,6|1,6 3,6',
  J: '4,0 4,5 3,6 1,6 0,5',
  K: '0,0 0,6|4,0 0,3 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0',
  P: '0,6 0,0 3,0 4,1 4,2 3,3 0,3',
  Q: '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|2,4 4,6',
  R: '0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6',
  S: '4,1 3,0 1,0 0,1 0,2 1,3 3,3 4,4 4,5 3,6 1,6 0,5',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,5 1,6 3,6 4,5 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,3 3,6 4,0',
  X: '0,0 4,6|4,0 0,6',
  Y: '0,0 2,3 4,0|2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
  '0': '1,0 3,0 4,1 4,5 3,6 1,6 0,5 0,1 1,0|3,1 1,5',
  '1': '1,1 2,0 2,6|1,6 3,6',
  '2': '0,1 1,0 3,0 4,1 4,2 0,6 4,6',
  '3': '0,0 4,0 2,2 4,4 4,5 3,6 1,6 0,5',
  '4': '3,6 3,0 0,4 4,4',
  '5': '4,0 0,0 0,2 3,2 4,3 4,5 3,6 0,6',
  '6': '4,0 2,0 0,3 0,5 1,6 3,6 4,5 4,4 3,3 0,3',
  '7': '0,0 4,0 1,6',
  '8': '1,0 3,0 4,1 4,2 3,3 1,3 0,4 0,5 1,6 3,6 4,5 4,4 3,3|1,3 0,2 0,1 1,0',
  '9': '0,6 2,6 4,3 4,1 3,0 1,0 0,1 0,2 1,3 4,3',
};

/** Characters that cannot be confused. */
const alphabet = 'ACEFHJKLMNPRTUVWXY34679';
const length = 4;
const size = { width: 132, height: 48 };

export function newCaptchaText(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function randomBetween(low: number, high: number): number {
  return low + (randomInt(10_000) / 10_000) * (high - low);
}

function drawCharacter(character: string, index: number, count: number): string {
  const cell = size.width / count;
  const wave = randomBetween(0, Math.PI * 2);
  const [scaleX, scaleY] = [randomBetween(3.8, 5), randomBetween(4.4, 5.4)];
  const [angle, slant] = [randomBetween(-0.28, 0.28), randomBetween(-0.25, 0.25)];
  const centre = {
    x: cell * (index + 0.5) + randomBetween(-3, 3),
    y: size.height / 2 + randomBetween(-4, 4),
  };
  return (strokes[character] ?? '')
    .split('|')
    .map((line) => {
      const points = line.split(' ').map((pair) => {
        const [column = 0, row = 0] = pair.split(',').map(Number);
        const x = (column - 2 + slant * (3 - row) + randomBetween(-0.12, 0.12)) * scaleX;
        const y = (row - 3 + randomBetween(-0.12, 0.12)) * scaleY + Math.sin(column + wave) * 1.4;
        const turnedX = centre.x + x * Math.cos(angle) - y * Math.sin(angle);
        const turnedY = centre.y + x * Math.sin(angle) + y * Math.cos(angle);
        return `${turnedX.toFixed(1)},${turnedY.toFixed(1)}`;
      });
      return `<polyline points="${points.join(' ')}" stroke-width="${randomBetween(2.2, 3.2).toFixed(1)}"/>`;
    })
    .join('');
}

function drawCurve(): string {
  const y = () => randomBetween(4, size.height - 4).toFixed(1);
  return `<path d="M0,${y()} C${size.width / 3},${y()} ${(size.width * 2) / 3},${y()} ${size.width},${y()}" stroke-width="1.4" opacity=".7"/>`;
}

/** Returns the text as a PNG of 132 by 48 in a data URL. */
export async function drawCaptcha(text: string): Promise<string> {
  const characters = [...text.toUpperCase()];
  const ink = `rgb(${randomInt(20, 70)},${randomInt(40, 90)},${randomInt(90, 150)})`;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#f4f6fa"/>
    <g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">
      ${characters.map((character, index) => drawCharacter(character, index, characters.length)).join('')}
      ${drawCurve()}${drawCurve()}${drawCurve()}
    </g></svg>`;
  const { default: sharp } = await import('sharp');
  const png = await sharp(Buffer.from(picture)).png({ palette: true, colours: 16 }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
