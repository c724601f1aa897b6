//! Whole sessions through both programs: standard output, and every file written.

use super::{Folder, Gnubg};
use crate::support::{is_whole, report, shared, testdata};
use std::path::Path;
use std::process::Command;

/// Sessions written by hand, each with its subject. All suppress the output of settings before a match begins.
const SESSIONS: &[(&str, &str)] = &[
    (
        "a seat that begins plays at once",
        "set player 0 gnubg\nset player 1 gnubg\nset seed 7\nset output output off\nnew match 1\nset output output on\nshow turn",
    ),
    (
        "a double is answered after a resignation",
        "new session\n13/11 6/5\ndouble\nresign 1\ntake\nshow board",
    ),
    ("a resignation replaces another one", "new session\nresign 1\nresign 2\nshow turn\nagree"),
    ("a new game ends the Crawford game", "new match 2\nresign 1\naccept\nnew game\nnew game\nshow score"),
    (
        "a Match ID keeps the order of the dice",
        "new match 3\nset gnubgid 4HPwATDgc/ABMA:EAEzAAAAAAAE\nshow dice",
    ),
    ("a Crawford game has no cube", "new match 7\nset gnubgid 4HPwATDgc/ABMA:wYm2AEAAEAAE\nshow cube"),
    (
        "a question is answered by itself",
        "set confirm default yes\nnew match 3\n13/11 6/5\nroll\nprevious 2\n13/11 6/5\nshow turn",
    ),
    ("and refused", "set confirm default no\nnew match 3\n13/11 6/5\nroll\nprevious 2\n13/11 6/5\nshow turn"),
    ("the last roll is remembered", "new match 3\n13/11 6/5\nroll\nset dice 1 1\nclear turn\nroll"),
    (
        "dice in one number, and words after them",
        "new match 5\nset dice 31 5\nset dice 66 1\nset dice 11 12\nset dice 3 1 5\nset dice 7 1\nset dice 10 1\nset dice 71",
    ),
    ("nothing has been rolled: n/a", "new match 3\nshow statistics match"),
    (
        "players exchanged: a game is told anew by its moves",
        "new session\n13/11 6/5\ndouble\ntake\nset cube use off\nset jacoby off\nset turn 0\nswap players\nshow cube\nshow score\n\
         previous\nnext\nshow cube\nroll\nset dice 1 4\nlist game\nswap players\nshow dice",
    ),
    (
        "dice that were rolled for the same board",
        "new match 5\n13/11 6/5\nroll\nset board sGfwATDgc/ABMA\nset board 0HPkATDgc/ABMA\nclear turn\nroll\nswap players\n\
         swap players\nclear turn\nroll\nlist game\nnew game\n13/11 6/5\nroll\nprevious\nroll",
    ),
    (
        "a double of the past with dice under it",
        "new match 5\nprevious roll\ndouble\ntake\nprevious\n13/7 6/5\ntake\nroll\nlist game",
    ),
    (
        "the Crawford game by hand in a match to one point",
        "new match 1\nset crawford on\nshow score\nshow crawford\ndouble\n13/11 6/5\nroll\nset score -1 0\nshow score\n\
         show postcrawford\nset output rawboard on\nset crawford on\nshow board",
    ),
    (
        "a resignation after dice that nobody played, in match text",
        "new match 7\nset turn 0\ndouble\ntake\nresign 1\naccept\nexport match mat a.mat\nexport game gam a.gam\nnew match 7\n\
         set dice 3 1\n8/5 6/5\nset dice 6 1\nset turn 1\ndouble\ntake\nset turn 0\nresign 1\naccept\nexport match mat b.mat\n\
         new match 7\nset board 4HPwATDgc/ABMA\nset turn 1\nresign 1\naccept\nexport match mat c.mat\nnew match 7\n\
         set turn 0\ndouble\nset turn 1\nresign 1\naccept\nexport match mat d.mat\nexport match snowietxt d.sno",
    ),
    (
        "the cube in a Jellyfish file is that of the settings",
        "new match 5\nset cube use off\nsave match a.sgf\nnew session\nload match a.sgf\nexport position pos a.pos\n\
         set cube use on\nload match a.sgf\nexport position pos b.pos",
    ),
    (
        "Match IDs of games that are over, and with half of the dice",
        "new match 5\nset matchid QgrgAAAAAAAA\nshow cube\nset matchid cgzgAAAAAAAA\nshow board\nset matchid cIngAAAAAAAA\n\
         show dice\nset matchid 8/5 6/5\nset matchid \"foo\"  bar\nset matchid cAkgAAAAAAAE foo\nset matchid cIjgAAAAAAAA",
    ),
    (
        "the first letter of a method of evaluation",
        "set analysis chequerplay type rollouts\nset analysis cubedecision type ex\nset evaluation chequerplay type Rollout\n\
         set evaluation cubedecision type r 5\nset analysis chequerplay type xr",
    ),
    (
        "a decision that waits, after `cmark`",
        "new match 5\ncmark move show\nsave match a.sgf\nexport match text a.txt\nset dice 3 1\n8/5 6/5\ncmark cube set rollout\n\
         export match text b.txt\ndouble\ncmark cube show\nsave match c.sgf\nexport match text c.txt\ntake\nset dice 6 1\n\
         cmark move clear\nsave match d.sgf\nexport match text d.txt",
    ),
    (
        "comments on a roll that waits and on a resignation, in text",
        "new match 7\nprevious\nannotate move comment abc\nexport game text a.txt\nnew match 7\nset dice 3 1\n8/5 6/5\nroll\nprevious\n\
         annotate move comment def\nprevious\nannotate move comment ghi\nexport match text b.txt\nnext 2\nresign 1\naccept\nprevious\n\
         annotate move comment jkl\nexport game text c.txt",
    ),
    (
        "a roll that waits where a side has borne off all wins the game, in text",
        "new match 3\nset board 4HPwAAAAAAAAAA\nexport match text a.txt\nnew session\n\
         set board simple 0 2 0 0 0 0 5 0 3 0 0 0 0 5 0 0 0 0 0 0 0 0 0 0 0 0\nexport game text b.txt\nnew session\n\
         set cube value 2\nset cube owner 1\nset board simple 0 2 0 0 0 0 5 0 3 0 0 0 0 5 0 0 0 0 0 0 0 0 0 0 0 0\n\
         export match text c.txt\nnew match 3\nset board 4HPwAAAAAAAAAA\nset turn 0\nset turn 1\nshow board\n\
         export position text d.txt",
    ),
    (
        "dice that were rolled before a position, a cube or a turn that was set, in text and SGF",
        "new match 5\nset board 4HPwATDgc/ABMA\nset turn 1\ndouble\ntake\nexport match text a.txt\nnew match 5\n\
         set turn 0\nset board 4HPwATDgc/ABMA\nexport match text b.txt\nnew match 5\nset dice 3 1\n8/5 6/5\nset dice 4 2\n\
         set cube value 2\nset turn 0\nexport position text c.txt\nexport match text d.txt",
    ),
    (
        "a game without a move that was read is saved",
        "new match 3\nclear turn\nsave game a.sgf\nload match a.sgf\nsave game b.sgf\nsave match c.sgf\nexport match mat d.mat\n\
         export game gam e.gam\nexport match snowietxt f.sno",
    ),
    (
        "a double over dice that waits for its answer, in text and SGF",
        "new match 5\nset dice 3 1\n8/5 6/5\nset dice 4 2\nset turn 0\nexport position text e.txt\nexport match text f.txt\n\
         save match g.sgf\ndouble\nexport position text h.txt\nexport match text i.txt\nsave match j.sgf\nprevious\nnext\n\
         export position text k.txt\nsave match m.sgf\nnew match 5\nset dice 3 1\n8/5 6/5\nroll\n\
         previous roll\ndouble\nsave match n.sgf\nload match n.sgf\nexport position text o.txt\nsave match q.sgf",
    ),
    (
        "the board of a double over dice, after going back and after loading, and the dice after its take",
        "new match 5\nset turn 1\nset dice 3 1\n8/5 6/5\nset dice 4 2\nset turn 0\ndouble\nprevious\nnext\n\
         export position text a.txt\nexport match text b.txt\nnew match 5\nset turn 1\nset dice 3 1\n8/5 6/5\nset dice 4 2\n\
         set turn 1\ndouble\nprevious\nnext\nexport position text c.txt\nexport match text d.txt\nnew match 5\nset turn 1\n\
         set dice 3 1\n8/5 6/5\nset dice 4 2\nset turn 0\ndouble\nsave match m.sgf\nload match m.sgf\nprevious\n\
         export match text e.txt\nnext\nexport match text f.txt\nnew match 5\nset turn 1\nset dice 3 1\n8/5 6/5\n\
         set dice 4 2\nset turn 0\ndouble\ntake\nsave match n.sgf\nload match n.sgf\nshow board\nshow dice",
    ),
    (
        "the Jacoby rule in a Jellyfish file is that of the file, also in a match",
        "new session\nset turn 1\nexport position pos a.pos\nset jacoby off\nimport pos a.pos\nshow jacoby\nnew session\n\
         set turn 1\nexport position pos b.pos\nset jacoby on\nimport pos b.pos\nshow jacoby\nsave match c.sgf\nnew match 7\n\
         set turn 1\nexport position pos d.pos\nset jacoby off\nimport pos d.pos\nexport position pos e.pos\nnew match 7\n\
         set turn 1\nexport position pos f.pos\nset jacoby on\nimport pos f.pos\nsave match g.sgf",
    ),
    (
        "a score that is refused, with a length",
        "new match 5\nset score crawford postcrawford\nset score -1p 4*\nset score 4* 0p\nshow score\nset score x 4 7\nshow score\n\
         set score 4* 0 9\nshow score\nset score 10* 10p 11\nshow score",
    ),
    (
        "without the Crawford rule a game stays the Crawford game that was set",
        "set automatic crawford off\nnew match 5\nset score 4 0\nsave match a.sgf\nnew game\nshow score\nshow crawford\ndouble\n\
         save match b.sgf\nsave position c.sgf\nset turn 0\nresign 1\naccept\nshow score\nnew game\nshow score\n\
         set crawford off\nnew game\nshow score\nset cube use off\nnew match 1\nset crawford on\nsave match d.sgf",
    ),
    (
        "a score after the end of a game",
        "new match 2\nresign 1\naccept\nset score 1 0\nshow score\nshow crawford\nshow board\nnew game\nshow score\nset score 1 1\n\
         show scoresheet",
    ),
    (
        "skill and luck, and what the last annotation was about",
        "new match 5\n13/11 6/5\nroll\n24/18 13/8\ndouble\ntake\nroll\nprevious 2\nannotate clear skill\nprevious 2\n\
         annotate clear skill\nannotate move bad\nannotate double verybad\nannotate take bad\nannotate roll unlucky\n\
         list game\nannotate clear skill\nannotate cube doubtful\nannotate clear skill\nlist game\nnext 9\nresign 2\nagree\nprevious\n\
         annotate reject bad\nannotate drop bad",
    ),
    (
        "steps from empty points, back, and over a blot that isn't written",
        "new match 5\nset dice 5 1\n13/7 2/1\nset dice 5 1\n13/7 6/7\nset dice 5 1\n13/8 9/3 6/5\n13/7 13/13\n13/7 6/1\n\
         set board simple 0 0 0 0 0 0 5 0 3 0 0 0 0 5 0 0 0 0 0 -2 0 0 0 -1 2 0\n24/18\n24/23/18\nlist game",
    ),
    (
        "the rest of the match, before a beaver",
        "set confirm default yes\nnew session\n13/11 6/5\nroll\n24/18 13/8\ndouble\ntake\nroll\nprevious 2\ndouble\nlist game\n\
         previous\nset beavers 0\ndouble",
    ),
    (
        "what is set twice is set once",
        "new match 3\n13/11 6/5\nset board sGfwATDgc/ABMA\nset board 4HPwATDgc/ABMA\nset cube value 4\nset cube value 2\n\
         set cube owner 1\nset cube centre\nset gnubgid 4HPwATDgc/ABMA:MAFpAAAAAAAE\nlist game",
    ),
    (
        "a seat of the program has to act",
        "new match 3\n13/11 6/5\ndouble\nset player 0 gnubg\ntake\ndrop\naccept\nreject\ndouble\nroll\nresign 1\nagree\n13/7\nbeaver",
    ),
    (
        "where a game begins",
        "new match 5\n13/11 6/5\nroll\nfirst move\nshow pipcount 4HPwATDgc/ABMA\nshow fullboard 4HPwATDgc/ABMA\nswap players",
    ),
    (
        "what rollouts are said to roll",
        "set rollout rng isaac\nset rollout rng mersenne 42\nset rollout rng mersenne",
    ),
    ("a match of one play", "new match 3\n13/11 6/5\nsave match f.sgf\nload match f.sgf\nroll"),
    (
        "a roll that waits, saved and loaded",
        "new match 3\n13/11 6/5\nroll\nsave match f.sgf\nload match f.sgf\nroll\nsave match g.sgf",
    ),
    (
        "the mark of a roll that waits, saved and loaded",
        "new match 3\nset dice 3 1\n8/5 6/5\nset dice 6 5\nprevious\nannotate roll lucky\nannotate move comment foo\n\
         save game a.sgf\nsave match b.sgf\nnext\nlist game\nload match b.sgf\nlist game\nsave match c.sgf\nnew match 3\n\
         previous\nannotate roll veryunlucky\nsave game d.sgf",
    ),
    (
        "a position that is set, in match text",
        "new match 3\n13/11 6/5\nroll\nset board sGfwATDgc/ABMA\nset dice 3 1\nexport match mat a.mat\nexport match snowietxt a.sno\n\
         export game gam a.gam\n8/5 6/5\nexport match mat b.mat\nexport match snowietxt b.sno",
    ),
    (
        "a cube that is set, in match text",
        "new match 3\n13/11 6/5\nset cube value 2\nset dice 3 1\n8/5 6/5\nexport match mat a.mat\nset cube owner 0\ndouble\ntake\n\
         export match mat b.mat\nroll\nexport match mat c.mat",
    ),
    (
        "a position saved and loaded, with dice and without",
        "new match 3\n13/11 6/5\nsave position a.sgf\nroll\nsave position b.sgf\nload match a.sgf\nshow turn\nprevious\nshow turn\nnext\n\
         show turn\nload match b.sgf\nshow dice\nsave match c.sgf\nexport match text c.txt\nexport position text d.txt\nimport auto a.sgf\n\
         roll\nsave game e.sgf",
    ),
    (
        "a match of one decision is gone back to",
        "new match 3\n13/11 6/5\nsave match a.sgf\nload match a.sgf\nexport position text b.txt\nexport position snowietxt b.snp\n\
         export position pos b.pos\nsave position b.sgf\nnext\nshow turn\nload game a.sgf\nshow turn",
    ),
    (
        "a position of Snowie and of Jellyfish",
        "new match 3\n13/11 6/5\nroll\nexport position snowietxt a.snp\nexport position pos a.pos\nimport snowietxt a.snp\nsave match b.sgf\n\
         import pos a.pos\nsave match c.sgf\nshow turn\nexport match mat d.mat\nnew game\nsave match e.sgf",
    ),
    (
        "the second game alone",
        "new match 5\n13/11 6/5\nresign 1\nagree\nnew game\nsave game a.sgf\nexport game snowietxt a.sno\nexport game text a.txt\n\
         save position b.sgf\nload game a.sgf\nshow score\nexport match snowietxt c.sno\nexport position text c.txt\nload position b.sgf\nshow score",
    ),
    (
        "text of a position, wherever",
        "new match 5\n13/11 6/5\ndouble\nexport position text a.txt\ntake\nroll\n24/18 18/13\nroll\nresign 1\nexport position text b.txt\nagree\n\
         export position text c.txt\nprevious\nexport position text d.txt\nprevious\nexport position text e.txt\nprevious\n\
         export position text f.txt",
    ),
    (
        "match text of another variant",
        "set variation 1-chequer-hypergammon\nnew session\n24/22 22/21\nroll\n24/18 18/13\nexport match snowietxt a.sno\nimport auto a.sno\n\
         show variation\nsave match b.sgf",
    ),
    (
        "what is no match text",
        "set confirm default yes\nnew match 3\n13/11 6/5\nexport game gam a.gam\nimport mat a.gam\nshow turn\nroll\nimport auto a.gam\nnew game",
    ),
    (
        "beavers",
        "new session\n13/11 6/5\ndouble\nredouble\ntake\nroll\nexport match mat a.mat\nexport match snowietxt a.sno\nsave match a.sgf",
    ),
    (
        "swapped players keep the order of steps",
        "new match 3\n24/23 13/11\nexport match mat a.mat\nimport mat a.mat\nswap players\nsave match b.sgf",
    ),
    (
        "match text in which results stand in mid-game",
        "new match 11\nset dice 3 1\n8/5 6/5\nsave position f.sgf\nload position f.sgf\nset dice 5 2\n13/8 24/22\nset dice 4 2\n8/4 6/4\n\
         export match mat a.mat\nexport match snowietxt a.sno\nimport mat a.mat\nlist game\nshow score\nshow scoresheet\nroll\nprevious\nshow board\n\
         previous\nshow board\nnext\nshow board\nsave match b.sgf\nexport match mat b.mat\nnew game\nimport auto a.sno\nsave match c.sgf",
    ),
    (
        "an answer without its double, in match text that was written so",
        "new session\nset dice 3 1\n8/5 6/5\nsave position f.sgf\nload position f.sgf\nset dice 5 2\n13/8 24/22\ndouble\ntake\n\
         export match mat a.mat\nimport mat a.mat\nlist game\nshow score\nsave match b.sgf\nload position f.sgf\nset dice 5 2\n13/8 24/22\ndouble\n\
         drop\nexport match mat c.mat\nimport mat c.mat\nlist game\nshow score",
    ),
    (
        "a beaver after a position that is set",
        "new session\nset dice 3 1\n8/5 6/5\nsave position f.sgf\nload position f.sgf\nset dice 5 2\n13/8 24/22\ndouble\nredouble\ntake\n\
         export match mat a.mat",
    ),
    (
        "the Jacoby rule of a match that a file names",
        "new match 25\nexport position pos a.pos\nimport auto a.pos\nsave game b.sgf\nload match b.sgf\nshow board",
    ),
    (
        "one game with a play that can't be made",
        "set variation 2-chequer-hypergammon\nnew match 11\nset dice 6 1\n23/17 17/16\nset dice 6 3\nexport game gam a.gam\nimport auto a.gam\n\
         list game\nshow turn\nshow score\nsave position b.sgf",
    ),
    (
        "a position before the opening roll",
        "new match 5\nprevious\nsave position a.sgf\nload position a.sgf\nshow board",
    ),
    (
        "what Snowie's positions don't look at",
        "new match 5\nset dice 3 1\n8/5 6/5\nexport position snowietxt a.snp\nexport match text a.txt\nset dice 5 2\nexport position snowietxt a.snp\n\
         save match b.sgf\nexport match text b.txt\nexport position text c.txt\nsave match d.sgf\nexport match text d.txt",
    ),
    (
        "the statistics of a second game alone",
        "new match 5\nresign 1\nagree\nnew game\nexport game text a.txt\nsave game b.sgf\nload game b.sgf\nexport game text c.txt",
    ),
    (
        "a position that is set is gone back to",
        "new match 5\n13/11 6/5\nset turn 0\nset cube value 2\nset board sGfwATDgc/ABMA\nset output rawboard on\nprevious\n\
         show board\nnext\nshow board",
    ),
    (
        "match text without a play that can be made",
        "set variation 3-chequer-hypergammon\nnew match 11\nset dice 2 1\n24/22 23/22\nsave position f.sgf\n\
         load position f.sgf\nset dice 2 1\n22/20 22/21\nexport match mat a.mat\nimport mat a.mat\nsave match b.sgf\nnew game\n\
         save match c.sgf",
    ),
    (
        "match text without a play that can be made, in every variant",
        "set confirm default yes\nset variation 3-chequer-hypergammon\nnew match 11\nset dice 2 1\n24/22 23/22\n\
         save position f.sgf\nload position f.sgf\nset dice 2 1\n22/20 22/21\nexport match mat a.mat\nimport mat a.mat\n\
         save match b.sgf\nnew game\nsave match c.sgf",
    ),
    (
        "what Jellyfish's positions say of the turn",
        "new match 2\nresign 1\nagree\nexport position pos a.pos\nnew game\nexport position pos b.pos\nnew match 5\n13/11 6/5\n\
         double\nexport position pos c.pos\ndrop\nexport position pos d.pos\nset variation 1-chequer-hypergammon\nnew match 7\n\
         set board AQAAAAIAAAAAAA\nset dice 6 5\n1/off\nexport position pos e.pos",
    ),
    (
        "scores beside a position that is set",
        "new match 25\nset score 2 1\n13/11 6/5\nsave position f.sgf\nload position f.sgf\nset dice 5 2\n13/8 24/22\n\
         export match snowietxt b.sno\nimport auto b.sno\nlist game\nsave match c.sgf",
    ),
    (
        "a double that nobody answers, in match text",
        "new match 9\n13/11 6/5\nsave position f.sgf\nload match f.sgf\nset dice 2 1\n13/11 6/5\ndouble\ntake\nset dice 3 2\n\
         export match mat a.mat\nimport mat a.mat\nlist game\nshow board",
    ),
    (
        "results in the text of one game",
        "new match 7\n13/11 6/5\nsave position f.sgf\nload match f.sgf\nset dice 2 1\n13/11 6/5\ndouble\ntake\nset dice 3 2\n\
         24/21 13/11\nexport game gam a.gam\nimport auto a.gam\nlist game\nshow score\nshow scoresheet\nsave match b.sgf\n\
         export game gam c.gam",
    ),
    (
        "a comment that was read",
        "new match 3\n13/11 6/5\nset matchinfo comment hi\nexport match mat a.mat\nimport mat a.mat\nexport match text b.txt\n\
         export match mat c.mat",
    ),
    (
        "a score that the games before don't have",
        "new match 7\n13/11 6/5\nsave position f.sgf\nload match f.sgf\nset dice 2 1\n13/11 6/5\nexport match mat a.mat\n\
         import mat a.mat\nnew game\nsave match b.sgf\nload match b.sgf\nshow score",
    ),
    (
        "a position of a match that is over",
        "new match 1\n13/11 6/5\nresign 3\nagree\nexport position snowietxt a.snp\nimport auto a.snp\nshow score\n\
         export match mat b.mat",
    ),
    (
        "a double while a resignation is offered, in the past",
        "set confirm default yes\nnew match 5\n13/11 6/5\nroll\n24/18 13/8\nprevious 2\nresign 1\ndouble\nagree",
    ),
    (
        "the turn is cleared in the past",
        "set confirm default yes\nnew session\n13/11 6/5\nset dice 4 2\n8/4 6/4\nset dice 5 3\n8/3 6/3\nprevious 2\nclear turn\n\
         next\nshow dice\nprevious\nnext roll\nclear turn\nshow dice\nnext roll\nshow dice\nlist game\nnew session\nset turn 1\n\
         roll\nlist game\nclear turn\nlist game\nsave match a.sgf",
    ),
    (
        "the cube out of use, from game to game",
        "new match 5\nset cube use off\nexport position pos a.pos\nsave match a.sgf\nexport match mat a.mat\nswap players\nshow cube\n\
         new game\nshow cube\nload match a.sgf\nshow cube\nnew game\nshow cube\nimport mat a.mat\nshow cube\nnew game\nshow cube\n\
         set cube use on\nexport match gam a.gam\nset cube use off\nimport gam a.gam\nshow cube\nnew session\nshow cube",
    ),
    (
        "a score set at the beginning of a game",
        "new match 7\n13/11 6/5\nresign 1\naccept\nnew game\nroll\n24/20 8/4\nresign 1\naccept\nnew game\nprevious game\nset score 4 5\n\
         next\nshow score\nprevious game\nnext game\nshow score\nnext game\nshow score\nnew session\nprevious\nset score 7 1\nnew game\n\
         show score",
    ),
    (
        "a text of one game without plays, which isn't recognised",
        "set gnubgid 4HPwATDgc/ABMA:EQEACKAAIAEE\nexport game gam a.gam\nimport auto a.gam\nshow score",
    ),
    (
        "the Jacoby rule of a position in a file",
        "new session\nsave match a.sgf\nset jacoby off\nsave position b.sgf\nload match a.sgf\nsave position c.sgf\nload position c.sgf\n\
         new match 11\nset cube use off\nset automatic doubles 1\nsave position d.sgf",
    ),
    (
        "results of a money session, actual and without luck",
        "new session\nset cube value 64\nresign 3\nagree\nnew game\nset cube value 1\nresign 3\nagree\nnew game\nset cube value 16\n\
         resign 2\nagree\nshow matchresult",
    ),
    (
        "players swapped with the dice of the next play on the board",
        "new match 5\n13/11 6/5\nset dice 4 2\n8/4 6/4\nset dice 5 3\n8/3 6/3\nprevious roll\nswap players\nshow dice\nnext\nshow dice\n\
         previous 2\nnext roll\nswap players\nshow turn\nshow dice",
    ),
    (
        "players swapped at a double, and with dice on the board before a move without dice or with others",
        "new match 5\nset turn 1\ndouble\nswap players\nshow dice\ntake\nprevious\nshow dice\nswap players\nshow dice\n\
         new match 5\nset dice 4 2\nset cube value 2\nset dice 5 2\nprevious\nswap players\nshow dice\nprevious\n\
         swap players\nshow dice",
    ),
    (
        "dice after those of the other player, and a refused stage, in files",
        "new session\nset turn 0\nroll\nset turn 1\nroll\nsave match a.sgf\nnew session\nsave position p.sgf\nset crawford on\nsave game b.sgf",
    ),
    (
        "the order of dice after the cube and the players were set",
        "new match 5\nset dice 5 6\nset cube owner 0\n24/18 13/8\nsave match a.sgf\nnew match 5\nset dice 5 6\nswap players\n24/18 13/8\n\
         save match b.sgf\nset xgid XGID=-b----E-C---eE---c-e----B-:1:-1:1:55:2:4:0:5:10\nclear turn\nsave match c.sgf",
    ),
    (
        "the rules of a game whose score is set",
        "new match 5\nset automatic crawford off\nset score 2 3\nsave match a.sgf\nnew session\nset score 2 3 5\nsave match b.sgf\n\
         new game\nsave match c.sgf\nnew match 5\nset score 2 3 0\nsave match d.sgf",
    ),
    (
        "a position after the end of the match, read again",
        "new match 3\n13/11 6/5\nresign backgammon\nagree\nsave position a.sgf\nload position a.sgf\nshow score\nsave match b.sgf",
    ),
    (
        "a result that was taken back",
        "new match 11\n13/11 6/5\ndouble\ndrop\nprevious\nshow scoresheet\ntake\nshow scoresheet\nexport match text a.txt\n\
         save match a.sgf\nexport match mat a.mat\nsave position p.sgf\nnew game\nshow scoresheet\nnew session\nset dice 2 1\n13/11 6/5\nresign 3\nagree\n\
         previous\ndouble\ntake\nswap players\nshow scoresheet\nsave match b.sgf\nload match b.sgf\nshow scoresheet",
    ),
    (
        "the turn while a resignation is offered",
        "new match 3\n13/11 6/5\nresign 1\nset turn 0\nset turn 1\nset turn both\nset turn nobody\nset turn\nreject\ndouble\nresign 2\nset turn 0",
    ),
    (
        "the order of dice in files",
        "new match 3\n13/11 6/5\nset dice 2 6\nexport match mat a.mat\nexport match snowietxt a.sno\nexport position snowietxt a.snp\n\
         export position pos a.pos\nsave match a.sgf\nimport mat a.mat\nexport match mat b.mat\nsave match b.sgf\nset dice 3 4\nload match a.sgf\n\
         save match c.sgf\nimport auto a.sno\nimport snowietxt a.snp\nimport pos a.pos\nload match a.sgf\nexport position text d.txt\n\
         export match text e.txt",
    ),
    (
        "dice that are set after a position was looked at",
        "new match 3\nset board P4EA8DGONRskAQ\nset dice 3 4\nsave match a.sgf\nexport match text a.txt\nexport position text b.txt\n\
         save match b.sgf\nexport match text c.txt\nset board P4EA8DGONRskAQ\nset dice 3 4\nset dice 5 2\nsave match d.sgf",
    ),
    (
        "few digits in statistics",
        "new match 5\n13/11 6/5\nset output digits 0\nshow statistics match\nset output digits 1\nshow statistics match\n\
         set output digits 2\nshow statistics match\nset output digits 4\nshow statistics match",
    ),
    (
        "facts of the match in its first games",
        "new match 5\nset matchinfo annotator X Y\nset matchinfo comment hi\nexport match mat a.mat\nimport mat a.mat\nshow matchinfo\nnew game\n\
         save match b.sgf\nresign 1\nagree\nnew game\nsave game c.sgf\nexport match mat d.mat",
    ),
    (
        "an even match has no results",
        "new match 25\nset turn 0\nresign 1\nagree\nnew game\nset turn 1\nresign 1\nagree\nshow score\nshow statistics match",
    ),
    (
        "a game that is said not to be the Crawford game",
        "new match 2\n13/11 6/5\ndouble\ndrop\nnew game\nset postcrawford on\nsave match a.sgf",
    ),
    (
        "no date after the import of a position",
        "new match 2\nexport position snowietxt a.snp\nimport auto a.snp\nset gnubgid HwAAwAcAAAAAAA:UYnlAAAAAAAE\nsave match a.sgf",
    ),
    (
        "a file is shown, and its cube goes to 64",
        "new match 25\n13/11 6/5\nset cube value 64\nsave match a.sgf\nexport match mat a.mat\nset display off\nload match a.sgf\ndouble\n\
         import mat a.mat",
    ),
    (
        "files",
        "new match 3\nsave match a.sgf\nexport match mat a.mat\n24/23 13/11\nexport match mat b.mat\nexport match text b.txt\n\
         export game gam b.gam\nexport game snowietxt b.sno\nset dice 5 4\n24/20 13/8\nset dice 6 6\n24/18(2) 13/7(2)\nroll\n\
         save match c.sgf\nexport match mat c.mat\nexport match text c.txt\nexport position text d.txt\nresign n\naccept\nnew game\n\
         save match e.sgf\nexport match snowietxt e.sno\nexport match text e.txt",
    ),
    (
        "match text keeps its order",
        "new match 3\n24/23 13/11\nexport match mat a.mat\nset dice 5 4\n24/20 13/8\nexport match mat b.mat\nimport mat b.mat\n\
         save match c.sgf\nexport match mat d.mat",
    ),
    (
        "the comment on the match belongs to its first game",
        "new session\nset matchinfo comment hi\nresign 1\naccept\nnew game\nsave game a.sgf\n\
         swap players\nsave game b.sgf\nsave match c.sgf",
    ),
    (
        "a play in match text ends at a step that can't be made",
        "set variation 2-chequer-hypergammon\nset seed 1478740038\nnew match 7\n24/18 18/17\nroll\n\
         save match f0.sgf\n24/22 23/19\nroll\nimport auto f0.sgf\nroll\n17/12\nroll\n\
         save game f1.sgf\nexport match mat f2.mat\nimport auto f1.sgf\nroll\nimport mat f2.mat\n\
         move 24/22 23/22\nroll\n12/2\ndouble\nexport game gam f5.gam",
    ),
    (
        "a variant that match text states holds each time that it is read",
        "set confirm default yes\nset variation 1-chequer-hypergammon\nset seed 411324829\n\
         new match 5\n24/20 20/19\nroll\n24/20\nroll\nsave match f0.sgf\nload match f0.sgf\nroll\n\
         move 20/14\nroll\nmove 19/14\nexport match mat f3.mat\nimport auto f3.mat\nlist game",
    ),
    (
        "dice under a double that is read",
        "set variation 2-chequer-hypergammon\nset seed 1824083049\nnew match 5\nmove 17/12 23/17\n\
         roll\nsave match f0.sgf\nload game f0.sgf\ndouble\nexport game snowietxt f4.sno\n\
         import auto f4.sno\nshow dice\nlist game\nsave match g.sgf\nexport match text g.txt\n\
         export position text p.txt\nprevious\nshow board\nsave match h.sgf\nnext\nload match g.sgf\n\
         save match i.sgf\ntake\nshow dice",
    ),
    (
        "dice under a double that was gone back from",
        "new match 5\nprevious roll\ndouble\nshow board\nprevious\nshow board\nnext\nshow board\n\
         show dice\nsave match g.sgf",
    ),
    (
        "a match is dropped, and its board and cube stay",
        "set confirm default yes\nnew match 5\nset turn 1\nset dice 3 1\n8/5 6/5\nset dice 4 3\n\
         13/10 13/9\ndouble\ntake\nexport game gam f.gam\nimport mat f.gam\nshow board\nshow score\n\
         export position pos a.pos",
    ),
    (
        "a match is dropped, and its dice stay",
        "set confirm default yes\nnew match 5\nset turn 1\nset dice 3 1\n8/5 6/5\nset dice 4 3\n\
         13/10 13/9\ndouble\ntake\nexport game gam f.gam\nset dice 6 5\nimport mat f.gam\n\
         show board\nshow score\nexport position pos a.pos",
    ),
    (
        "a roll comes again after a double that nobody answered",
        "new session\nset dice 3 1\n24/23 8/5\nroll\nsave game f.sgf\nload game f.sgf\nroll\n\
         load match f.sgf\ndouble\nload position f.sgf\nroll\nload game f.sgf\ndouble\ntake\nroll\n\
         show dice",
    ),
    (
        "players exchanged after a position that was read",
        "new match 5\nset turn 0\nset dice 3 1\n8/5 6/5\nsave position f.sgf\nload match f.sgf\n\
         swap players\nshow turn\nsave match a.sgf\nswap players\nshow turn\nload match f.sgf\n\
         set cube value 4\nswap players\nshow turn",
    ),
    (
        "a raccoon in the left column",
        "set beavers 6\nnew session\nset turn 1\nset dice 3 1\n8/5 6/5\ndouble\nbeaver\nbeaver\n\
         take\nroll\nexport match mat a.mat\nexport game gam a.gam\nexport match snowietxt a.sno\n\
         import mat a.mat\nlist game\nsave match b.sgf",
    ),
    (
        "a raccoon in the right column",
        "set beavers 6\nnew session\nset turn 0\nset dice 3 1\n8/5 6/5\ndouble\nbeaver\nbeaver\n\
         take\nroll\nexport match mat a.mat\nexport game gam a.gam\nexport match snowietxt a.sno\n\
         import mat a.mat\nlist game\nsave match b.sgf",
    ),
    (
        "a raccoon that is offered back",
        "set beavers 6\nnew session\nset turn 0\nset dice 3 1\n8/5 6/5\ndouble\nbeaver\nbeaver\n\
         beaver\ntake\nroll\nexport match mat a.mat\nexport game gam a.gam\n\
         export match snowietxt a.sno\nimport mat a.mat\nlist game\nsave match b.sgf",
    ),
    (
        "a raccoon at the end of match text",
        "set beavers 6\nnew session\nset turn 0\nset dice 3 1\n8/5 6/5\ndouble\nbeaver\nbeaver\n\
         save match c.sgf\nexport match text c.txt\nexport match mat a.mat\nimport mat a.mat\n\
         list game\nsave match b.sgf\ntake\nroll\nsave match d.sgf",
    ),
    (
        "a beaver in match text, and the plays after it",
        "new session\nset turn 0\nset dice 3 1\n8/5 6/5\ndouble\nredouble\nsave match c.sgf\n\
         export match text c.txt\ntake\nset dice 4 1\n24/20 6/5\nset dice 6 5\n24/13\n\
         export match mat a.mat\nexport match snowietxt a.sno\nimport mat a.mat\nlist game\n\
         save match b.sgf\nimport auto a.sno\nlist game",
    ),
    (
        "a double that was looked at, as text",
        "new session\nset turn 0\nset dice 3 1\n8/5 6/5\ndouble\nexport position text x.txt\n\
         export match text a.txt\nsave match a.sgf",
    ),
    (
        "a play against a side without checkers ends the game",
        "new match 5\nset turn 1\nset board simple -1 1 0 2 1 1 0 0 0 0 1 0 1 0 1 1 0 1 0 0 0 0 0 0 0 0\nset dice 1 2\nmove bar/23 10/9\n\
         show turn\nshow score\nlist game\nset cube owner both\nsave match a.sgf\nexport match mat a.mat\nnew game\nset turn 1\n\
         set board simple 0 1 0 0 0 0 0 0 0 0 0 0 1 0 1 1 0 3 2 2 2 2 0 0 0 0\nset dice 1 2\nmove 12/9\nshow scoresheet",
    ),
    (
        "players exchanged after a setting: its player is on roll",
        "new match 5\nset turn 0\nset cube value 2\nset turn 1\nswap players\nshow turn\nset turn 1\nset dice 5 2\nset turn 0\n\
         set cube owner 0\nswap players\nshow turn\nprevious\nnext\nswap players\nshow turn\nset dice 3 1\nset cube value 4\nswap players\n\
         show turn\nsave position a.sgf\nload position a.sgf\nswap players\nroll",
    ),
    (
        "players exchanged before the first move",
        "new match 5\n13/11 6/5\nprevious roll\nswap players\nshow turn\nshow score\nnext\nshow turn",
    ),
    (
        "dice from before a double are taken back",
        "set confirm default yes\nnew session\nset turn 0\nset dice 3 1\nprevious roll\ndouble\ntake\nset dice 3 1\nprevious\n24/21 6/5\n\
         set dice 4 3\n13/10 6/2\nprevious 2\nshow turn\nprevious roll\nshow turn\nroll\nlist game",
    ),
    (
        "match equities beyond the table, and the values of gammons",
        "show met 27\nset met /usr/share/gnubg/met/woolsey.xml\nshow met 20\nset met /usr/share/gnubg/met/Kazaross-XG2.xml\nnew match 64\nshow gammonvalues\nset score 20 13\nset cube value 2\nshow gammonvalues\neq2mwc 0.1\n\
         set score 38 40\nset cube value 4\nshow gammonvalues\nset score 40 60\nshow gammonvalues\nset score 63 30\nset crawford off\n\
         set cube value 1\nshow gammonvalues\nnew match 25\nset score 7 4\nset cube value 2\nshow gammonvalues\nset score 14 7\n\
         show gammonvalues",
    ),
    (
        "back to the first move, with the dice of the next one on the board",
        "new match 1\n13/11 6/5\nprevious\nnext roll\nprevious\nroll\nshow turn\nnext roll\nprevious 3\nshow turn",
    ),
    (
        "the stage of a match to one point in text",
        "new match 1\nset postcrawford off\nshow score\nexport position text a.txt\nexport match text b.txt\nresign 1\naccept\n\
         export position text c.txt\nexport match text d.txt\nnew match 1\nresign 1\naccept\nexport position text e.txt\nshow score",
    ),
    (
        "a failed import leaves no match",
        "new session\nexport game gam a.gam\nimport mat a.gam\nshow matchresult\nshow scoresheet\nshow statistics match",
    ),
    (
        "the decision after a position that was read is that of its player",
        "new match 2\nset turn 0\nset dice 6 3\n24/18 13/10\nsave position a.sgf\nload match a.sgf\nexport position text a.txt\n\
         export session text b.txt",
    ),
    (
        "a position after a take, in Snowie's text",
        "new match 7\nset score 3 2\n13/11 6/5\ndouble\ntake\n\
         set board simple 0 1 0 0 1 1 0 2 1 0 0 0 1 1 0 0 0 0 0 -1 -1 1 -1 0 1 0\nroll\nexport match snowietxt a.sno",
    ),
    (
        "the group in refusals, and the stage of a match that was a session",
        "new session\nset score 2 2 3\nresign normal\naccept\nshow score\nset rollout chequerplay player\nset rollout player\n\
         set cheat player roll\nset analysis chequerplay evaluation plies 0\nset cheat player roll\n\
         set rollout later player 1 cubedecision plies 0\nset rollout player\nset rollout truncation chequerplay plies 1\n\
         set cheat player x roll 1",
    ),
    (
        "a position that is over is evaluated",
        "new match 3\nset board simple 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\neval\n\
         set board simple 0 15 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\neval",
    ),
    (
        "dice with a cube that was set after them",
        "new match 5\nset cube centre\nprevious\nclear turn\nlist game\nannotate move comment hi\nnext\nlist game",
    ),
    (
        "a length that is set with the score, in match text",
        "new match 7\nset score 3 5 9\nexport match mat a.mat\nexport match snowietxt a.sno\nimport mat a.mat\nshow score\n\
         save match b.sgf\nnew session\nset score 2 3 7\nexport match mat c.mat\nexport match snowietxt c.sno\nnew match 5\n\
         set score 2 3 0\nexport match mat d.mat\nexport match snowietxt d.sno",
    ),
    (
        "a length that is set in a game, in the match text of all games",
        "new match 7\n13/11 6/5\nset score 3 5 9\nresign 1\nagree\nnew game\n13/11 6/5\nexport match mat a.mat\n\
         export match snowietxt a.sno\nexport game gam a.gam\nexport game snowietxt b.sno\nprevious game\nexport match mat c.mat",
    ),
    (
        "words that are empty",
        "set sound sound exit x.wav\nset sound sound exit \"\"\nset sound sound agree \"\"\nset sound sound exit\nshow sound\n\
         set defaultnames \"\" Z\nset defaultnames A \"\"\nnew match 1\nshow score",
    ),
    ("a database that isn't there", "relational setup dbtype=PostgreSQL\nrelational test"),
    (
        "questions before a match is added to the database, and before all are erased",
        "relational setup dbtype=SQLite\nset confirm default no\nnew match 1\nrelational add match\nset dice 3 1\n8/5 6/5\n\
         relational add match\nrelational add match q\nrelational add match quiet\nrelational add match quiet\n\
         relational select session_id from session\nanalyse match\nrelational add match\nset confirm default yes\n\
         relational add match\nresign 1\naccept\nrelational add match\nrelational select session_id from session\n\
         set confirm default no\nrelational erase allplayers\nrelational show players\nset confirm default yes\n\
         relational erase allplayers\nrelational show players",
    ),
    (
        "the dice of rollouts in evaluations",
        "set analysis chequerplay type rollout\nshow analysis\nset evaluation chequerplay type rollout\nshow evaluation\n\
         set player 0 gnubg\nset player 0 chequerplay type rollout\nshow player",
    ),
    (
        "dice that were looked at stay in files when they are taken off the board",
        "new match 3\nset dice 3 1\nset board 4PPIATDgc/ABUA\nprevious roll\nsave match a.sgf\nexport match text a.txt\n\
         next roll\nsave match b.sgf\nset dice 5 2\nprevious roll\nsave match c.sgf\nexport position text p.txt\n\
         save match d.sgf\nnew match 3\nset dice 3 1\n8/5 6/5\nroll\nprevious roll\nsave match e.sgf\n\
         export match text e.txt",
    ),
    (
        "a match is over if the score that was set reaches the length with which its game began",
        "new match 2\nset score 3 2 7\nfirst game\nnew game\nset score 0 0\nnew game",
    ),
    (
        "a take that wasn't made names the responder after the players were exchanged or the board was set",
        "new match 5\nset dice 3 1\n8/5 6/5\ndouble\nswap players\nsave match a.sgf\nexport match text a.txt\n\
         export position text p.txt\nset board 4PPIATDgc/ABUA\nsave match b.sgf\nnew match 5\nset dice 3 1\n8/5 6/5\n\
         double\nset board 4PPIATDgc/ABUA\nsave match c.sgf\nexport match text c.txt\nexport position text q.txt",
    ),
    (
        "a double stays in the list when the cube is set",
        "new match 5\nset dice 3 1\n8/5 6/5\ndouble\nset cube value 2\nlist game\nsave match a.sgf\n\
         export match text a.txt\nexport position text p.txt\nprevious\nshow board\nnew session\nset dice 3 1\n8/5 6/5\n\
         double\nset cube owner 1\nlist game\nsave match b.sgf",
    ),
];

/// Sessions that begin with a file of GNU Backgammon with rollouts and marks: the subject, the file, the commands.
const STORED: &[(&str, &str, &str)] = &[
    (
        "rollouts are evaluations, and are shown",
        "rollouts.sgf",
        "show statistics match\nprevious\nshow board\nset output mwc on\nset output winpc on\nset output digits 4\nshow board\n\
         set output matchpc off\nshow board",
    ),
    ("rollouts of a money session", "rollouts-money.sgf", "show statistics match\nprevious\nshow board"),
    (
        "marks are read and saved, and an analysed decision is saved with its position",
        "rollouts.sgf",
        "cmark match show\nprevious\ncmark move set rollout 2\nsave match m.sgf\nload match m.sgf\ncmark match show\nprevious\n\
         save position p.sgf\nprevious\nsave position q.sgf\nanalyse clear move\nsave position r.sgf\nload match m.sgf\n\
         previous\nprevious\nnext cmarked\nshow board",
    ),
];

/// Sessions in which the program plays seats, with plays that are forced, for a file of commands and for a pipe.
const SEATS: &[(&str, &str)] = &[
    (
        "two seats of the program",
        "new match 1\nset turn 1\nset board simple 0 8 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -8 0\nset player both gnubg\n\
         play\nshow turn\nplay\nshow dice\nplay\nplay\nplay\nshow score\nshow board",
    ),
    (
        "one seat of the program",
        "new match 1\nset turn 0\nset board simple 0 9 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -9 0\nset player 0 gnubg\n\
         play\nshow turn\nplay\nroll\nmove\nplay\nshow turn\nroll\nmove\nplay\nshow score\nshow board",
    ),
    (
        "a race that is lost for certain is resigned",
        "new match 5\nset turn 0\nset board simple 0 0 0 0 0 0 14 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4 0\nset player 0 gnubg\n\
         play\nshow turn\ndecline\nshow turn\nplay\nroll\nshow score\nset turn 0\nplay\naccept\nshow score\nshow board\n\
         set automatic game on\nnew game",
    ),
    (
        "how much is resigned",
        "set automatic game on\nnew match 11\nset turn 0\nset board simple 0 0 0 0 0 5 5 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2 0\n\
         set dice 2 1\nset player 0 gnubg\nplay\nset player 0 human\ndecline\nset turn 0\n\
         set board simple 0 0 0 0 0 5 5 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0 0 0 -2 0\nset player 0 gnubg\nplay\nshow turn",
    ),
    (
        "both seats resign and accept",
        "new match 5\nset turn 0\nset board simple 0 0 0 0 0 0 14 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4 0\nset player both gnubg\n\
         play\nshow turn\nplay\nshow score\nshow board",
    ),
    (
        "a game that is played out ends with the first act of a pair",
        "set automatic game on\nnew match 5\nset turn 1\nset board simple 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -5 -5 -5 0 0\n\
         end game\nshow turn\nshow score\nshow board\nnew match 5\nset turn 0\n\
         set board simple 0 0 0 0 0 0 14 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4 0\nresign 2\nend game\nshow turn\nshow board",
    ),
    (
        "a game that is played out ends with the second act of a pair",
        "set automatic game on\nnew match 5\nset turn 0\nset board simple 0 0 0 0 0 0 14 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4 0\n\
         end game\nshow turn\nshow score\nshow board\nset automatic game off\nset turn 0\n\
         set board simple 0 0 0 0 0 0 14 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4 0\nend game\nshow turn\nshow board\nnew game\n\
         new match 1\nset turn 0\nset board simple 0 0 0 0 0 0 14 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -4 0\nend game\nshow score\nshow board",
    ),
];

/// Sessions in a pipe, in which the end of a game is announced.
const ANNOUNCED: &[(&str, &str)] = &[
    (
        "the next game after a resignation instead of an answer to a double",
        "set automatic game on\nnew match 7\n13/11 6/5\ndouble\nresign 1\naccept",
    ),
    (
        "the next game after a resignation instead of an answer to a beaver",
        "set automatic game on\nnew session\n13/11 6/5\ndouble\nbeaver\nresign 2\naccept",
    ),
    (
        "the next game after a resignation after a take",
        "set automatic game on\nnew match 7\n13/11 6/5\ndouble\ntake\nresign 1\naccept",
    ),
    (
        "a score that is set after the announced end of a game",
        "new match 7\n13/11 6/5\ndouble\ndrop\nset score 6* 2\nshow score\nshow crawford\nnew game\nshow score\nshow crawford\n\
         set score 1 2\nnew game\nshow score",
    ),
    (
        "a score that is set after the announced end of the Crawford game",
        "new match 7\nset score 6 0\nresign 1\nagree\nset score -1 1\nshow score\nnew game\nshow score",
    ),
    (
        "a Crawford game that was set without the Crawford rule",
        "set automatic crawford off\nnew match 5\nset score 4 0\nresign 1\naccept\nshow score\nnew game\nshow score\nset turn 1\n\
         resign 1\naccept\nshow score",
    ),
    (
        "a Crawford rule that is set after the announced end of a game",
        "set automatic crawford off\nnew match 3\nresign 2\naccept\nset automatic crawford on\nshow score\nshow crawford\n\
         show board\nnew game\nshow score\nnew game\nshow score",
    ),
    (
        "a game that is begun again, after a score or the Crawford game was set in it",
        "new match 3\nresign 2\naccept\nnew game\nset score 1 0\nnew game\nshow score\nshow crawford\nnew match 3\nresign 1\n\
         accept\nnew game\nset score 2 0\nnew game\nshow score\nset automatic crawford off\nset crawford on\nnew game\n\
         show score\nnew match 3\nset score 2 0\nsave match a.sgf\nnew match 3\nset automatic crawford on\nresign 2\n\
         accept\nload match a.sgf\nnew game\nshow score",
    ),
    (
        "a Crawford game at a score that was set later, set once more",
        "new match 7\nset score -3 -2\nset turn 1\ndouble\nreject\nset score 3-away 3-away\nnew game\nset turn 1\n\
         set crawford on\nshow crawford\nset crawford off\nset crawford on",
    ),
    (
        "the opening roll repeats the last one, also in a match that was read",
        "set automatic game on\nnew match 25\n13/11 6/5\nexport match mat a.mat\nnew session\nimport mat a.mat\nresign 1\n\
         agree\nnew session\nset gnubgid 4HPwATDgc/ABMA:cAkAAAAAAAAE\nresign 1\nagree",
    ),
    (
        "an automatic roll in place of later moves",
        "set confirm default yes\nnew match 1\nset turn 1\nset dice 3 1\n8/5 6/5\nset dice 4 2\n8/4 6/4\nset dice 5 3\n\
         8/3 6/3\nset automatic roll on\nprevious 2\nresign 1\ndecline\nshow turn\nshow score",
    ),
    (
        "and refused",
        "set confirm default no\nnew match 1\nset turn 1\nset dice 3 1\n8/5 6/5\nset dice 4 2\n8/4 6/4\nset dice 5 3\n\
         8/3 6/3\nset automatic roll on\nprevious 2\nresign 1\ndecline\nshow turn\nlist game\nshow score",
    ),
    (
        "a score that is set before the Crawford game",
        "new match 3\nresign 1\naccept\nnew game\nresign 1\naccept\nset score 1 0\nshow score\nnew game\nshow score\nshow crawford",
    ),
];

const BEFORE: &str = "set automatic roll off\nset automatic game off\nset automatic move off\nset defaultnames A B\n\
                      set player 0 human\nset player 1 human\nset seed 5\n";

/// A program's output after its greeting, and the files that it writes, by name.
type Outcome = (String, Vec<(String, String)>);

fn outcome(program: &Path, arguments: &[&str], commands: &str) -> Outcome {
    played(program, arguments, &format!("{BEFORE}{commands}\n"))
}

fn played(program: &Path, arguments: &[&str], script: &str) -> Outcome {
    played_by(super::said, program, arguments, script)
}

/// Runs a program on a file of commands or on its standard input.
type Runner = fn(&Path, &[&str], &Path, &Path) -> String;

fn played_by(runner: Runner, program: &Path, arguments: &[&str], script: &str) -> Outcome {
    let folder = Folder::new("gnubg");
    let (home, work) = (folder.0.join("home"), folder.0.join("work"));
    std::fs::create_dir_all(&home).expect("a folder");
    std::fs::create_dir_all(&work).expect("a folder");
    std::fs::write(work.join("commands"), script).expect("a file");
    let mut said = runner(program, arguments, &work, &home);
    if said.is_empty() && crate::support::is_windows() {
        // Under load, Wine now and then ends a program before it begins.
        said = runner(program, arguments, &work, &home);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&work).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name != "commands" {
            let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a file")).into_owned();
            // When a file was written, it says in its last lines.
            let same = |line: &str| {
                if line.starts_with("Output generated ") { String::new() } else { line.to_owned() }
            };
            files.push((name, text.split('\n').map(same).collect::<Vec<_>>().join("\n")));
        }
    }
    files.sort();
    (said, files)
}

/// Runs commands through both programs and compares all that they say and write; returns the outcome.
pub(super) fn compared(gnubg: &Gnubg, title: &str, commands: &str) -> Outcome {
    let theirs = outcome(&gnubg.program, &[], commands);
    let ours = outcome(Path::new(crate::support::program()), &["session", "--compat"], commands);
    pretty(&theirs.0, &ours.0, title);
    let names = |outcome: &Outcome| outcome.1.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
    assert_eq!(names(&theirs), names(&ours), "{title}");
    for (theirs, ours) in theirs.1.iter().zip(&ours.1) {
        pretty(&theirs.1, &ours.1, &format!("{title}: {}", theirs.0));
    }
    theirs
}

#[test]
fn sessions_say_and_write_what_gnubg_says_and_writes() {
    let Some(gnubg) = Gnubg::find() else { return };
    let outcomes = SESSIONS.iter().map(|(title, commands)| compared(&gnubg, title, commands));
    let files: usize = outcomes.map(|outcome| outcome.1.len()).sum();
    report(SESSIONS.len(), "sessions with all that they say, and what they write, as GNU Backgammon");
    assert!(files > 20, "{files} files");
}

#[test]
fn stored_analyses_are_shown_and_saved_as_by_gnubg() {
    let Some(gnubg) = Gnubg::find() else { return };
    for (title, file, commands) in STORED {
        let path = testdata("sgf/valid").join(file);
        let commands = format!("load match {}\n{commands}", path.to_str().expect("a path in UTF-8"));
        let theirs = compared(&gnubg, title, &commands);
        assert!(theirs.0.contains("Rollout"), "{title}: {}", theirs.0);
    }
    report(STORED.len(), "sessions with stored rollouts and marks, as GNU Backgammon");
}

#[test]
fn seats_of_the_program_act_when_gnubg_acts() {
    let Some(gnubg) = Gnubg::find() else { return };
    let barpoint = Path::new(crate::support::program());
    let runners: [(&str, Runner); 2] = [("a file", super::said), ("a pipe", super::said_piped)];
    for (title, commands) in SEATS {
        let script = format!("{BEFORE}{commands}\n");
        for (how, runner) in runners {
            let theirs = played_by(runner, &gnubg.program, &[], &script);
            let ours = played_by(runner, barpoint, &["session", "--compat"], &script);
            assert!(theirs.0.contains("A new "), "{title}: {}", theirs.0);
            pretty(&theirs.0, &ours.0, &format!("{title}, in {how}"));
        }
    }
    report(2 * SEATS.len(), "sessions in which the program plays a seat, as GNU Backgammon");
}

#[test]
fn the_stage_of_a_match_is_gnubgs_after_an_announced_end() {
    let Some(gnubg) = Gnubg::find() else { return };
    let barpoint = Path::new(crate::support::program());
    for (title, commands) in ANNOUNCED {
        let script = format!("{BEFORE}{commands}\n");
        let theirs = played_by(super::said_piped, &gnubg.program, &[], &script);
        let ours = played_by(super::said_piped, barpoint, &["session", "--compat"], &script);
        assert!(theirs.0.contains("The score (after"), "{title}: {}", theirs.0);
        pretty(&theirs.0, &ours.0, title);
    }
    report(ANNOUNCED.len(), "sessions in a pipe in which the stage of a match is set, as GNU Backgammon");
}

/// Compares line by line; the first difference is easier to read than two long texts.
fn pretty(theirs: &str, ours: &str, title: &str) {
    for (number, (theirs, ours)) in theirs.lines().zip(ours.lines()).enumerate() {
        assert_eq!(theirs, ours, "{title}: line {}, GNU Backgammon's first", number + 1);
    }
    assert_eq!(theirs, ours, "{title}");
}

/// The least number of 40 sessions of each profile that are equal, differ as declared, or differ where GNU Backgammon
/// prints memory that it hasn't set. It crashes in some of the others.
const PROFILES: [(&str, usize); 4] = [("play", 40), ("edit", 39), ("walk", 39), ("files", 38)];

/// The tool's counts of some sessions.
struct Counts {
    equal: usize,
    declared: usize,
    different: usize,
}

impl Counts {
    /// Reads `play: equal 39 of 40 compared, 0 declared, 1 different; …`.
    fn of(said: &str) -> Self {
        let number = |before: &str, after: &str| {
            let text = said.split(before).nth(1).and_then(|rest| rest.split(after).next());
            text.and_then(|text| text.trim().parse::<usize>().ok()).unwrap_or_else(|| panic!("{said}"))
        };
        Self {
            equal: number("equal ", " of"),
            declared: number("compared, ", " declared"),
            different: number("declared, ", " different"),
        }
    }
}

/// Returns the number of scripts in a folder in which GNU Backgammon prints memory that it hasn't set: something different
/// when it runs again, or nothing that differs but the scores beside a position that is set.
fn with_unset_memory(tool: &Path, gnubg: &Path, folder: &Path) -> usize {
    let scripts =
        std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let scripts = scripts.filter(|path| path.extension().is_some_and(|extension| extension == "txt"));
    scripts
        .filter(|script| differs_in_scores(gnubg, script) || contradicts_itself(tool, gnubg, script))
        .count()
}

/// Returns `true` if GNU Backgammon prints or writes something different when it runs a script again.
fn contradicts_itself(tool: &Path, gnubg: &Path, script: &Path) -> bool {
    let run = Command::new("python3").arg(tool).arg(gnubg).arg("--run").arg(script).output();
    Counts::of(&String::from_utf8_lossy(&run.expect("Python runs").stdout)).different > 0
}

/// Returns `true` if both programs say and write the same after a script but for the scores in Snowie's `Illegal play`.
fn differs_in_scores(gnubg: &Path, script: &Path) -> bool {
    let script = std::fs::read_to_string(script).expect("a script");
    let without = |(said, files): Outcome| {
        let files = files.into_iter().map(|(name, text)| (name, without_scores(&text)));
        (said, files.collect::<Vec<_>>())
    };
    let ours = played(Path::new(crate::support::program()), &["session", "--compat"], &script);
    without(played(gnubg, &[], &script)) == without(ours)
}

/// Blanks the ninth and tenth field of each position in `Illegal play (…)`.
fn without_scores(text: &str) -> String {
    let mut parts = text.split("Illegal play (");
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let fields = part.split(';').enumerate();
        let fields = fields.map(|(at, field)| if matches!(at, 8 | 9) { "" } else { field });
        all.push_str("Illegal play (");
        all.push_str(&fields.collect::<Vec<_>>().join(";"));
    }
    all
}

#[test]
fn the_scores_beside_a_position_are_blanked() {
    let line = "31: Illegal play (5;0;0;0;1;A;B;0;22093;-1;1;0;0;) 65: 24/13";
    assert_eq!(without_scores(line), "31: Illegal play (5;0;0;0;1;A;B;0;;;1;0;0;) 65: 24/13");
}

#[test]
fn random_sessions_are_equal() {
    let Some(gnubg) = Gnubg::find() else { return };
    let Some(tool) = shared("tools/gnubg/random_sessions.py") else { return };
    let (mut all, mut own) = (0, 0);
    // The first ones; no more of them may differ than of all.
    let count: usize = if is_whole() { 40 } else { 10 };
    for (profile, least) in PROFILES {
        let folder = Folder::new("gnubg");
        let run = Command::new("python3")
            .arg(&tool)
            .arg(crate::support::program())
            .args(["--seed", "1000", "--count", &count.to_string(), "--profile", profile, "--out"])
            .arg(&folder.0)
            .output()
            .expect("Python runs");
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        let counts = Counts::of(&said);
        let excused = match counts.different {
            0 => 0,
            _ => with_unset_memory(&tool, &gnubg.program, &folder.0),
        };
        assert!(
            counts.equal + counts.declared + excused + 40 >= least + count,
            "{profile}: {excused} excused: {said}"
        );
        all += counts.equal;
        own += excused;
    }
    report(all, "random sessions with all that they say and write as GNU Backgammon");
    // A report of 0 means that a collection is missing; here it is the best that can be.
    if own > 0 {
        report(own, "random sessions in which GNU Backgammon prints memory that it hasn't set");
    }
}
