// What is played in the views whose game is not the training's.
import { html } from "lit";
import { chapter } from "./chapter";

interface Game {
  view: string;
  tale: string;
  terms: [term: string, meaning: string][];
}

const GAMES: readonly Game[] = [
  {
    view: "Guarantee",
    tale: "A record is chosen. A fair coin decides whether it is among the data that a mechanism works on. The mechanism publishes its output, and the attacker has to say how the coin fell.",
    terms: [
      [
        "What the attacker sees",
        "The whole output, and all other records. It knows the mechanism, but not its random numbers.",
      ],
      [
        "What is assumed",
        "The guarantee, for the two sets of data with the record and without, in both orders. Nothing is assumed of a training, its noise or its batches: the guarantee may come from any mechanism.",
      ],
      [
        "Where the numbers come from",
        "The guarantee is a limit for the curve of true positives over false positives. Every figure is read off the highest curve below that limit.",
      ],
    ],
  },
  {
    view: "Attributes",
    tale: "A record is in the training set. Everything about it is known except one attribute, which has one of two values: a fair coin decides which. The model is trained, and the attacker has to say how the coin fell.",
    terms: [
      [
        "What the attacker sees",
        "The noisy gradient of every step, and all other records. It knows the method and its settings, and both values that the attribute may have.",
      ],
      [
        "What is assumed",
        "Each step takes each record by its own coin toss (Poisson sampling), clips its gradient, and adds Gaussian noise. At every step the gradients of the two values are at most as far apart as the distance that is given.",
      ],
      [
        "Where the numbers come from",
        "The closer the two gradients, the harder they are to tell apart under the same noise: the upper end is the smallest of several proven bounds, the lower end what the best attacker gains on gradients that are allowed.",
      ],
    ],
  },
  {
    view: "Noise",
    tale: "From a known set of records a part of fixed size is drawn at random. Something is computed from it, such as the numbers of a model; noise is added, and the sum is published. The attacker has to say of one record whether it was drawn.",
    terms: [
      [
        "What the attacker sees",
        "One noisy output. It knows every record of the whole set and how the output is computed, but not which part was drawn, nor the noise.",
      ],
      [
        "What is assumed",
        "That the part is drawn uniformly from all parts of its size, and that the output spreads at most as far as is given while the part changes. Clipping and the number of steps play no part.",
      ],
      [
        "Where the numbers come from",
        "With the record and without, the noisy output is a mixture of shifts of the same noise. How far these lie apart on average limits how well they can be told apart.",
      ],
    ],
  },
];

export const otherGames = () =>
  chapter(
    "other-games",
    html`${GAMES.map(
      ({ view, tale, terms }) => html`<h3>${view}</h3>
        <p>${tale}</p>
        <dl class="terms">
          ${terms.map(
            ([term, meaning]) => html`<dt>${term}</dt>
              <dd>${meaning}</dd>`,
          )}
        </dl>`,
    )}`,
  );
