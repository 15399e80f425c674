/** Time after which the code of a part counts as failed (S0 §9). */
const timeoutSeconds = 120;
/** Pauses before each further try; a server that restarts answers 503 for a moment. */
const retryDelaysMilliseconds = [500, 1500];

/**
 * Loads the code of a part. Retries twice after a failure, so that a short outage is not even noticed; throws
 * the last error, or an error after 120 s without an answer.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const pause of retryDelaysMilliseconds) {
    try {
      return await withTimeout(load());
    } catch (error) {
      if (error instanceof LoadTimeout) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return withTimeout(load());
}

class LoadTimeout extends Error {}

function withTimeout<Part>(loading: Promise<Part>): Promise<Part> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LoadTimeout()), timeoutSeconds * 1000);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
