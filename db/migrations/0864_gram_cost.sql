-- Taking a text apart costs as much as thousands of comparisons: whoever looks for words asks the index and takes no text apart again.
alter function letter_grams(text) cost 5000;
