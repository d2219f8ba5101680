/** The worker of TypeScript, as a function that asks it. */
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let count = 0;

worker.onmessage = ({ data: { id, answer } }) => {
  waiting.get(id)?.(answer);
  waiting.delete(id);
};

/** @param {"compile" | "check" | "complete" | "describe" | "hover"} question */
export function ask(question, about) {
  const id = ++count;
  return new Promise((done) => {
    waiting.set(id, done);
    worker.postMessage({ id, question, ...about });
  });
}
