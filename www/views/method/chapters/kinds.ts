// What each mark on a number promises, and how it is rounded.
import { html } from "lit";
import { chapter, table } from "./chapter";

export const kinds = () =>
  chapter(
    "kinds",
    html`<p>
        Every number says which side of the truth it is on. The truth is the largest figure that any data set can have under
        the assumptions that are named beside it.
      </p>
      ${table(
        "kinds of numbers and how they are printed",
        ["Mark", "Promise", "Printed"],
        [
          [
            "exact, certified",
            "The true value lies in the interval. Rounding errors are part of it.",
            "With the digits that the interval supports.",
          ],
          [
            "certified interval",
            "The same, but its ends are further apart than a thousandth of the larger one: where between them the truth lies is not known.",
            "The safe end first; then both ends, rounded outwards.",
          ],
          [
            "upper bound",
            "The true value is at most this. If a lower end stands beside it, some data set attains at least that.",
            "Rounded up.",
          ],
          ["lower bound", "The true value is at least this.", "Rounded down."],
          [
            "estimate",
            "Counted in a simulation. The interval holds the true value with the stated confidence, at every moment at which it is looked at.",
            "The ends rounded outwards.",
          ],
          [
            "approximation",
            "A formula without a promise. Its signed distance from the exact value stands beside it.",
            "To the nearest digit.",
          ],
        ],
      )}
      <p>
        Nothing is cut off in silence. A bound above one is shown as saying nothing; a value out of range is refused by
        name, with the range; a combination for which nothing is proven has no number at all. Security runs the other way:
        the safe side of Bayes security is the lower one, and it is rounded down.
      </p>`,
  );
